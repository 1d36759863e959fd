import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyReply } from "fastify";
import type { App } from "../app.ts";
import { isApiPath, pathOf } from "../paths.ts";
import { acceptsHtml } from "./accepts-html.ts";
import { serveDocs } from "./serve-docs.ts";

const HIDDEN = { schema: { hide: true } };

/**
 * Serves the files of a single-page application. Files with a content hash in their name are cached forever, and other
 * files are revalidated. A path that names no file is a page of the application.
 */
export function servePages(app: App, dir: string): void {
  app.register(fastifyStatic, {
    ...{ root: dir, serve: false, dotfiles: "deny", cacheControl: false },
    // The build writes compressed files beside the others (dashboard/vite.config.ts).
    preCompressed: true,
  });

  app.get("/assets/*", HIDDEN, (request, reply) => {
    reply.header("cache-control", "public, max-age=31536000, immutable");
    return reply.sendFile(pathOf(request.url).slice(1));
  });

  serveDocs(app, dir);

  app.get("/*", HIDDEN, (request, reply) => {
    const path = pathOf(request.url);
    if (isApiPath(path)) return reply.callNotFound();
    reply.header("cache-control", "no-cache");
    if (/^\/[\w-]+(\.[\w-]+)+$/.test(path)) return reply.sendFile(path.slice(1));
    if (!acceptsHtml(request)) return reply.callNotFound();
    return existsSync(join(dir, "index.html")) ? reply.sendFile("index.html") : sendNotBuilt(reply);
  });
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type("text/html; charset=utf-8")
    .send(
      "<!doctype html><title>Not built</title><h1>The dashboard is not built</h1><p>Run <code>npm run build</code> and reload this page. The API works without it.</p>",
    );
}
