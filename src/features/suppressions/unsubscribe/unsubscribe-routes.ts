import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Database } from "../../../platform/db/index.ts";
import { AppError, errors } from "../../../platform/errors/index.ts";
import type { App } from "../../../platform/http/index.ts";
import { pageHeaders, pages } from "./page.ts";
import type { Unsubscriptions } from "./unsubscriptions.ts";

/** One field, however it is wrapped. */
const maxFormBytes = 8_192;
const path = "/u/:token";
const schema = { hide: true, params: Type.Object({ token: Type.String() }) };

/**
 * What a link in bulk mail leads to. Looking at it changes nothing, for mailbox providers and scanners follow links (H6); a POST
 * with `List-Unsubscribe=One-Click` unsubscribes at once, without cookie, redirect or question (RFC 8058 §3.2).
 */
export function unsubscribeRoutes(deps: { database: Database; unsubscriptions: Unsubscriptions }) {
  return async (app: App) => {
    app.removeAllContentTypeParsers();
    // RFC 8058 §3.2: either of the two.
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"])
      app.addContentTypeParser(
        type,
        { parseAs: "buffer", bodyLimit: maxFormBytes },
        async (_request: unknown, body: Buffer) => body,
      );
    app.setErrorHandler(answerError);
    readRoutes(app, deps);
    postRoute(app, deps);
  };
}

type Deps = Parameters<typeof unsubscribeRoutes>[0];

function readRoutes(app: App, { database, unsubscriptions }: Deps): void {
  app.get(path, { schema, exposeHeadRoute: false }, async ({ params }, reply) => {
    const found = await unsubscriptions.find(database.db, params.token);
    if (!found) return sendPage(reply, 404, pages.unknown);
    const page = found.isUnsubscribed ? pages.unsubscribed : pages.confirm;
    return sendPage(reply, 200, page(found));
  });
  // All of them here, for where HEAD had a route of its own the others would be told of it.
  app.route({
    method: ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"],
    url: path,
    schema,
    handler: async () => {
      throw errors.method_not_allowed("This path answers GET, POST only.", {
        headers: { allow: "GET, POST" },
      });
    },
  });
  // Or the dashboard would answer them: a token with a slash behind it, and one longer than any of ours.
  app.get("/u/*", { schema: { hide: true } }, async (_request, reply) => sendPage(reply, 404, pages.unknown));
}

function postRoute(app: App, { database, unsubscriptions }: Deps): void {
  app.post(path, { schema }, async (request, reply) => {
    const { token } = request.params;
    const wish = await readWish(request);
    if (wish === null) return sendPage(reply, 400, pages.unreadable);
    // What is answered as done is committed, so that whatever comes after it finds it (H8).
    const found = await database.db.transaction().execute(async (db) => {
      const found = await unsubscriptions.find(db, token);
      if (found && wish === "One-Click") await unsubscriptions.unsubscribeByToken(db, token);
      if (found && wish === "Undo") await unsubscriptions.resubscribe(db, token);
      return found;
    });
    if (!found) return sendPage(reply, 404, pages.unknown);
    return sendPage(reply, 200, (wish === "Undo" ? pages.subscribed : pages.unsubscribed)(found));
  });
}

/** Null: the form says nothing that we know. */
async function readWish({ body, headers }: FastifyRequest): Promise<"One-Click" | "Undo" | null> {
  if (!Buffer.isBuffer(body)) return null;
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": headers["content-type"] ?? "" },
  })
    .formData()
    .catch(() => null);
  const wish = form?.get("List-Unsubscribe");
  return wish === "One-Click" || wish === "Undo" ? wish : null;
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).headers(pageHeaders).send(page);
}

/** Bodies that are none of the two, or too long, are the caller's (H9); the rest is told as everywhere. */
function answerError(error: unknown, _request: unknown, reply: FastifyReply): FastifyReply {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isBadBody = code.startsWith("FST_ERR_CTP_") || (error instanceof AppError && error.status === 415);
  if (!isBadBody) throw error;
  return sendPage(reply, 400, pages.unreadable);
}
