import type { FastifyReply } from "fastify";
import type { App } from "../app.ts";
import type { ApiDescription } from "./api-description.ts";
import { type ApiDocument, type DocumentedRoute, makeApiDocument } from "./api-document.ts";
import { loadReferencePage, type ReferencePage } from "./reference-page.ts";

const hidden = { schema: { hide: true } };

/** `/openapi.json` and `/docs`. Must be called before any route is added. */
export function serveDocs(app: App, description: ApiDescription): void {
  const routes: DocumentedRoute[] = [];
  app.addHook("onRoute", ({ method, url, schema }) => {
    if (url.startsWith("/api/") && method !== "HEAD" && schema && !schema.hide)
      routes.push({ method, url, schema });
  });
  const document = once(() => makeApiDocument({ routes, description }));
  const page = once(() => loadReferencePage(description.title));

  app.get("/openapi.json", hidden, async (_request, reply) => sendDocument(reply, await document()));
  app.get("/docs", hidden, async (_request, reply) => reply.redirect("/docs/", 301));
  app.get("/docs/", hidden, async (_request, reply) => sendPage(reply, await page()));
  app.get("/docs/js/scalar.js", hidden, async (request, reply) => {
    const compressed = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
    return sendScript(reply, await page(), compressed);
  });
}

function sendDocument(reply: FastifyReply, document: ApiDocument): FastifyReply {
  return reply
    .header("content-type", "application/json; charset=utf-8")
    .header("cache-control", "no-cache")
    .send(JSON.stringify(document));
}

function sendPage(reply: FastifyReply, page: ReferencePage): FastifyReply {
  return reply
    .header("content-security-policy", page.policy)
    .header("cache-control", "no-cache")
    .type("text/html; charset=utf-8")
    .send(page.html);
}

function sendScript(reply: FastifyReply, page: ReferencePage, compressed: boolean): FastifyReply {
  reply.header("vary", "accept-encoding").header("cache-control", "max-age=3600");
  reply.type("text/javascript; charset=utf-8");
  return compressed
    ? reply.header("content-encoding", "gzip").send(page.compressedScript)
    : reply.send(page.script);
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
