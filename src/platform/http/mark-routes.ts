import type { App } from "./app.ts";

type Marks = {
  /** Appended to the operation ids, which must differ where the same routes are registered twice. */
  suffix?: string;
  /** The group in the generated document. Without a suffix, a route that names a group itself keeps it. */
  tag: string;
};

/** Marks the routes that are registered on this part of the server from now on, for the generated document. */
export function markRoutes(app: App, { suffix = "", tag }: Marks): void {
  // A GET route comes twice with one schema, because its HEAD route has the same.
  const marked = new WeakSet<object>();
  app.addHook("onRoute", ({ schema }) => {
    if (!schema || marked.has(schema)) return;
    marked.add(schema);
    if (schema.operationId !== undefined) schema.operationId += suffix;
    if (suffix !== "" || schema.tags === undefined) schema.tags = [tag];
  });
}
