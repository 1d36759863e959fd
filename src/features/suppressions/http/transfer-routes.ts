import { Type } from "typebox";
import {
  type App,
  acceptCsv,
  csvFile,
  errorResponses,
  sendCsv,
  withCsvFile,
} from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import { exportSuppressions } from "../transfer/export-suppressions.ts";
import { importSuppressions } from "../transfer/import-suppressions.ts";
import type { RouteOptions } from "./route-options.ts";
import { exportQuery, importQuery, importResponse } from "./transfer-schema.ts";

/** The import and export routes, in a scope of their own: only here a body is CSV. */
export function transferRoutes(options: RouteOptions) {
  return async (app: App) => {
    acceptCsv(app);
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
    async (request) =>
      withCsvFile(request, async (file) =>
        importSuppressions(database, {
          accountId: request.principal.accountId,
          by: actorOf(request),
          file: { ...file, defaultReason: request.query.reason ?? "manual" },
        }),
      ),
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
        response: { 200: csvFile, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }, reply) =>
      sendCsv(reply, {
        name: "suppressions.csv",
        parts: exportSuppressions(database, { ...query, accountId: principal.accountId }),
      }),
  );
}
