import { Readable } from "node:stream";
import { Type } from "typebox";
import { errors } from "../../../platform/errors/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import type { RouteOptions } from "../api/route-options.ts";
import { exportSuppressions } from "./export-suppressions.ts";
import { importSuppressions } from "./import-suppressions.ts";
import { exportQuery, importQuery, importResponse } from "./schema.ts";

/** Two million addresses; they are read in the two minutes that a request may take, on a machine that has little else to do. */
const maxFileBytes = 100 * 1024 * 1024;

/** Files in and out, in a scope of their own: here, and only here, a body is CSV. */
export function transferRoutes(options: RouteOptions) {
  return async (app: App) => {
    app.removeAllContentTypeParsers();
    // Not read here: what is made of it is never held whole.
    app.addContentTypeParser("text/csv", (_request, payload, done) => done(null, payload));
    importRoute(app, options);
    exportRoute(app, options);
  };
}

function importRoute(app: App, { database }: RouteOptions): void {
  app.post(
    "/suppressions/import",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "importSuppressions",
        summary: "Suppress the addresses of a CSV file",
        description:
          "The body is the file, at most 100 MB: UTF-8, UTF-16, or the encoding that `charset` names. Its first line names the columns: `address` (or `email`), and if you like `reason`, `detail`, `expires_at`, `unsubscribed_at`; others are ignored. A file without such a line is one address a line. Rows are stored while they arrive, so what has been sent is what has been done; those invalid are passed by and told. What stands is never weakened, so the same file can be imported again.",
        consumes: ["text/csv"],
        querystring: importQuery,
        body: Type.Unsafe<unknown>({ description: "The file." }),
        response: {
          200: importResponse,
          ...errorResponses(400, 401, 403, 413, 415, 422, 503),
        },
      },
    },
    async (request) => {
      const { body, principal, query, headers } = request;
      if (!(body instanceof Readable))
        throw errors.unsupported_media_type("Send the file itself as the body, with Content-Type: text/csv.");
      refuseTooLong(Number(headers["content-length"] ?? 0));
      const charset = /;\s*charset=\s*"?([^\s;"]+)/i.exec(headers["content-type"] ?? "")?.[1] ?? null;
      try {
        return await importSuppressions(database, {
          accountId: principal.accountId,
          by: actorOf(request),
          file: { bytes: boundedBytes(body), charset, defaultReason: query.reason ?? "manual" },
        });
      } catch (error) {
        // A client that is still sending hears no answer.
        await drain(body).catch(() => undefined);
        throw error;
      }
    },
  );
}

/** A loop that ends early must not end the connection, on which the answer goes. */
async function* boundedBytes(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    refuseTooLong(bytes);
    yield chunk;
  }
}

async function drain(body: Readable): Promise<void> {
  for await (const _ of body.iterator({ destroyOnReturn: false }));
}

function refuseTooLong(bytes: number): void {
  if (bytes > maxFileBytes)
    throw errors.body_too_large("The file is over 100 MB. Import it in parts, each with its first line.");
}

/** A stream whose first part is there: until then an error can still be answered. */
async function begin(parts: AsyncGenerator<string>): Promise<Readable> {
  const { value: first = "" } = await parts.next();
  return Readable.from(
    (async function* () {
      yield first;
      yield* parts;
    })(),
  );
}

function exportRoute(app: App, { database }: RouteOptions): void {
  app.get(
    "/suppressions/export",
    {
      schema: {
        operationId: "exportSuppressions",
        summary: "Download suppressed addresses as CSV",
        description:
          "All, or those that match the filters, as the import takes them. A cell that a spreadsheet would take for a formula has a `'` before it, which the import takes away again.",
        querystring: exportQuery,
        produces: ["text/csv"],
        response: { 200: Type.Unsafe<Readable>({ type: "string" }), ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }, reply) =>
      reply
        .header("content-disposition", 'attachment; filename="suppressions.csv"')
        .type("text/csv; charset=utf-8")
        .send(await begin(exportSuppressions(database, { ...query, accountId: principal.accountId }))),
  );
}
