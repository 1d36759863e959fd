import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Database } from "../../../platform/db/index.ts";
import { AppError, errors } from "../../../platform/errors/index.ts";
import { type App, SMALL_PAGE_HEADERS } from "../../../platform/http/index.ts";
import { pages } from "../unsubscribe/page.ts";
import type { Unsubscriptions } from "../unsubscribe/unsubscriptions.ts";

/** Enough for one form field in either encoding. */
const MAX_FORM_BYTES = 8_192;
const PATH = "/u/:token";
const schema = { hide: true, params: Type.Object({ token: Type.String() }) };

/**
 * The page behind the unsubscribe link in bulk mail. GET changes nothing, because mailbox providers and scanners follow links (H6).
 * A POST with `List-Unsubscribe=One-Click` unsubscribes immediately, without cookie, redirect or confirmation (RFC 8058 §3.2).
 */
export function unsubscribeRoutes(deps: { database: Database; unsubscriptions: Unsubscriptions }) {
  return async (app: App) => {
    app.removeAllContentTypeParsers();
    // RFC 8058 §3.2: both types are allowed.
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"])
      app.addContentTypeParser(
        type,
        { parseAs: "buffer", bodyLimit: MAX_FORM_BYTES },
        async (_request: unknown, body: Buffer) => body,
      );
    app.setErrorHandler(sendErrorPage);
    readRoutes(app, deps);
    postRoute(app, deps);
  };
}

type Deps = Parameters<typeof unsubscribeRoutes>[0];

function readRoutes(app: App, { database, unsubscriptions }: Deps): void {
  app.get(PATH, { schema, exposeHeadRoute: false }, async ({ params }, reply) => {
    const found = await unsubscriptions.find(database.db, params.token);
    if (!found) return sendPage(reply, 404, pages.unknown);
    const page = found.isUnsubscribed ? pages.unsubscribed : pages.confirm;
    return sendPage(reply, 200, page(found));
  });
  // One route for all of them: with a separate HEAD route, the Allow header of the other methods would list HEAD.
  app.route({
    method: ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"],
    url: PATH,
    schema,
    handler: async () => {
      throw errors.method_not_allowed("This path supports only GET and POST.", {
        headers: { allow: "GET, POST" },
      });
    },
  });
  // A token followed by a slash, or longer than any valid one, would otherwise get the dashboard.
  app.get("/u/*", { schema: { hide: true } }, async (_request, reply) => sendPage(reply, 404, pages.unknown));
}

function postRoute(app: App, { database, unsubscriptions }: Deps): void {
  app.post(PATH, { schema }, async (request, reply) => {
    const { token } = request.params;
    const wish = await readWish(request);
    if (wish === null) return sendPage(reply, 400, pages.unreadable);
    // The response is sent after the commit, so that every later send finds the unsubscribe (H8).
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

/** Returns null when the form contains no known value. */
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
  return reply.code(status).headers(SMALL_PAGE_HEADERS).send(page);
}

/** A body of another type, or too long, is the caller's error (H9). Other errors go to the default handler. */
function sendErrorPage(error: unknown, _request: unknown, reply: FastifyReply): FastifyReply {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isBadBody = code.startsWith("FST_ERR_CTP_") || (error instanceof AppError && error.status === 415);
  if (!isBadBody) throw error;
  return sendPage(reply, 400, pages.unreadable);
}
