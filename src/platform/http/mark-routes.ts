import type { App } from "./app.ts";

type Marks = {
  /** Appended to the operation ids, which must differ where the same routes are registered twice. */
  suffix?: string;
  /** The group in the generated document. Without a suffix, a route that names a group itself keeps it. */
  tag: string;
};

/** Sets the tag and the operation id of all routes that are registered on `app` from now on. */
export function markRoutes(app: App, { suffix = "", tag }: Marks): void {
  // The hook runs twice with the schema of a GET route: for GET and for HEAD.
  const marked = new WeakSet<object>();
  app.addHook("onRoute", ({ schema }) => {
    if (!schema || marked.has(schema)) return;
    marked.add(schema);
    if (schema.operationId !== undefined) schema.operationId += suffix;
    if (suffix !== "" || schema.tags === undefined) schema.tags = [tag];
  });
}
