import { existsSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../app.ts";
import { pathOf } from "../paths.ts";
import { acceptsHtml } from "./accepts-html.ts";

const HIDDEN = { schema: { hide: true } };

/** A page such as `guides/domains`, or a file such as `search.json`; nothing that leads out of the directory. */
const PAGE = /^(?:[\w-]+\/)*[\w-]+(?:\.\w+)?$/;

/** Shown to browsers instead of a page that does not exist. */
const NOT_FOUND = "docs/not-found.html";

/**
 * Serves the documentation, which the build writes to `docs` in `dir`: each page as a file `.html` under an address without it, and
 * beside it the Markdown that it was made from.
 */
export function serveDocs(app: App, dir: string): void {
  app.get("/docs", HIDDEN, (_request, reply) => reply.redirect("/docs/", 301));

  app.get("/docs/*", HIDDEN, (request, reply) => {
    const name = pathOf(request.url).slice("/docs/".length) || "index";
    const file = PAGE.test(name) ? fileOf(name, dir) : null;
    reply.header("cache-control", "no-cache");
    if (file !== null) return reply.sendFile(file);
    const isPage = acceptsHtml(request) && existsSync(join(dir, NOT_FOUND));
    return isPage ? reply.code(404).sendFile(NOT_FOUND) : reply.callNotFound();
  });
}

function fileOf(name: string, dir: string): string | null {
  const candidates = name.includes(".") ? [name] : [`${name}.html`, `${name}/index.html`];
  return candidates.map((file) => `docs/${file}`).find((file) => existsSync(join(dir, file))) ?? null;
}
