import { Type } from "typebox";
import type { Database } from "../../../platform/db/index.ts";
import {
  type App,
  acceptCsv,
  csvFile,
  errorResponses,
  sendCsv,
  withCsvFile,
} from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import { exportContacts } from "../transfer/export-contacts.ts";
import { importContacts } from "../transfer/import-contacts.ts";
import { previewImport } from "../transfer/preview-import.ts";
import { exportContactsQuery } from "./schema.ts";
import {
  importContactsQuery,
  importContactsResponse,
  previewContactImportResponse,
} from "./transfer-schema.ts";

type Options = {
  database: Database;
};

/** The import and export routes, in a scope of their own: only here a body is CSV. */
export function transferRoutes(options: Options) {
  return async (app: App) => {
    acceptCsv(app);
    importRoute(app, options);
    previewRoute(app);
    exportRoute(app, options);
  };
}

const FILE = Type.Unsafe<unknown>({ description: "The file." });

function importRoute(app: App, { database }: Options): void {
  app.post(
    "/contacts/import",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "importContacts",
        summary: "Import contacts from CSV",
        description:
          "The body is the file, at most 100 MB, in UTF-8, UTF-16 or the encoding that `charset` names. The first line names the columns. `email` is required. Optional are `name`, `subscribed` and `tracked` (both `yes` or `no`), and `properties` (a JSON object). `id`, `created_at` and `updated_at` are ignored, so that an export can be imported. Every other column becomes a property with its name, as text. Empty cells change nothing, and properties that the file does not contain are kept. An import never subscribes people who unsubscribed or complained, and never turns on tracking for a contact for which it is off. Rows are stored while they arrive, so an interrupted upload keeps the rows that were received. Rows that cannot be imported are skipped and reported in `errors`. The same file changes nothing the second time.",
        consumes: ["text/csv"],
        querystring: importContactsQuery,
        body: FILE,
        response: { 200: importContactsResponse, ...errorResponses(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    async (request) =>
      withCsvFile(request, async (file) =>
        importContacts(database, {
          accountId: request.principal.accountId,
          by: actorOf(request),
          file,
          options: {
            onConflict: request.query.on_conflict ?? "update",
            subscribed: request.query.subscribed ?? true,
          },
        }),
      ),
  );
}

function previewRoute(app: App): void {
  app.post(
    "/contacts/import/preview",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "previewContactImport",
        summary: "Preview an import of contacts",
        description:
          "Reads the first rows of a file as the import would, and stores nothing. The body may be the beginning of the file.",
        consumes: ["text/csv"],
        body: FILE,
        response: { 200: previewContactImportResponse, ...errorResponses(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    async (request) => withCsvFile(request, previewImport),
  );
}

function exportRoute(app: App, { database }: Options): void {
  app.get(
    "/contacts/export",
    {
      schema: {
        operationId: "exportContacts",
        summary: "Download contacts as CSV",
        description:
          "Returns all contacts, or those that match the filters, newest first, in the format of the import. `properties` is JSON. A cell that a spreadsheet would run as a formula is prefixed with `'`; the import removes this prefix.",
        querystring: exportContactsQuery,
        produces: ["text/csv"],
        response: { 200: csvFile, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }, reply) =>
      sendCsv(reply, { name: "contacts.csv", parts: exportContacts(database, principal.accountId, query) }),
  );
}
