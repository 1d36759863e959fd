import { Readable } from "node:stream";
import { Type } from "typebox";
import { errors } from "../../../platform/errors/index.ts";
import { type App, errorResponses, sendCsv } from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import { exportSuppressions } from "../transfer/export-suppressions.ts";
import { importSuppressions } from "../transfer/import-suppressions.ts";
import type { RouteOptions } from "./route-options.ts";
import { exportQuery, importQuery, importResponse } from "./transfer-schema.ts";

/** Enough for two million addresses. A machine with little other load reads them within a request's timeout of two minutes. */
const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** The import and export routes, in a scope of their own: only here a body is CSV. */
export function transferRoutes(options: RouteOptions) {
  return async (app: App) => {
    app.removeAllContentTypeParsers();
    // The route streams the body, so that the file is never in memory as a whole.
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
        summary: "Import suppressed addresses from CSV",
        description:
          "The body is the file, at most 100 MB, in UTF-8, UTF-16 or the encoding that `charset` names. The first line names the columns: `address` (or `email`) is required; `reason`, `detail`, `expires_at` and `unsubscribed_at` are optional; other columns are ignored. A file without such a line has one address per line. Rows are stored while they arrive, so an interrupted upload keeps the rows that were received. Invalid rows are skipped and reported in `errors`. Existing suppressions are never weakened, so you can import the same file again.",
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
        // A client that is still sending does not read the response.
        await drain(body).catch(() => undefined);
        throw error;
      }
    },
  );
}

/** A loop that ends early must not close the connection, because the response is sent on it. */
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
  if (bytes > MAX_FILE_BYTES)
    throw errors.body_too_large(
      "The file is over 100 MB. Split it into smaller files, each with the header line, and import them one by one.",
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
          "Returns all suppressions, or those that match the filters, in the format of the import. A cell that a spreadsheet would run as a formula is prefixed with `'`; the import removes this prefix.",
        querystring: exportQuery,
        produces: ["text/csv"],
        response: { 200: Type.Unsafe<Readable>({ type: "string" }), ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }, reply) =>
      sendCsv(reply, {
        name: "suppressions.csv",
        parts: exportSuppressions(database, { ...query, accountId: principal.accountId }),
      }),
  );
}
