import type { App } from "../app.ts";
import type { ApiDescription } from "./api-description.ts";
import { type DocumentedRoute, makeApiDocument } from "./api-document.ts";

/** `/openapi.json`. Must be called before any route is added. The pages below `/docs` are files of the build. */
export function serveApiDocument(app: App, description: ApiDescription): void {
  const routes: DocumentedRoute[] = [];
  app.addHook("onRoute", ({ method, url, schema }) => {
    if (url.startsWith("/api/") && method !== "HEAD" && schema && !schema.hide)
      routes.push({ method, url, schema });
  });
  const document = once(() => makeApiDocument({ routes, description }));

  app.get("/openapi.json", { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header("content-type", "application/json; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(JSON.stringify(await document())),
  );
}

/** Loads at the first call. A failure is not cached. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
