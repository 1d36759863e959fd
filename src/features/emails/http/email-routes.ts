import type { Database } from "../../../platform/db/index.ts";
import { type App, csvFile, errorResponses, sendCsv } from "../../../platform/http/index.ts";
import { exportEmails } from "../read/export-emails.ts";
import { findEmails } from "../read/find-emails.ts";
import { loadDetail } from "../read/load-detail.ts";
import {
  emailDetail,
  emailParams,
  exportEmailsQuery,
  listEmailsQuery,
  listEmailsResponse,
} from "../read/schema.ts";
import { attachmentRoute } from "./attachment-route.ts";
import { draftPreviewRoute } from "./draft-preview-route.ts";
import { htmlCheckRoute } from "./html-check-route.ts";
import { loadOptions } from "./load-options.ts";
import { messageRoutes } from "./message-routes.ts";

/** Routes that read emails. */
export function emailRoutes({ database }: { database: Database }) {
  return async (app: App) => {
    app.get(
      "/emails",
      {
        schema: {
          operationId: "listEmails",
          summary: "List emails",
          querystring: listEmailsQuery,
          response: { 200: listEmailsResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async (request) => findEmails(database, request.principal.accountId, request.query),
    );

    app.get(
      "/emails/export",
      {
        schema: {
          operationId: "exportEmails",
          summary: "Download emails as CSV",
          description:
            "Returns all emails, or those that match the filters, newest first. A cell that a spreadsheet would run as a formula is prefixed with `'`.",
          querystring: exportEmailsQuery,
          produces: ["text/csv"],
          response: {
            200: csvFile,
            ...errorResponses(401, 403, 422, 503),
          },
        },
      },
      async ({ principal, query }, reply) =>
        sendCsv(reply, { name: "emails.csv", parts: exportEmails(database, principal.accountId, query) }),
    );

    app.get(
      "/emails/:id",
      {
        schema: {
          operationId: "getEmail",
          summary: "Get an email with its recipients and their events",
          params: emailParams,
          response: { 200: emailDetail, ...errorResponses(401, 403, 404, 503) },
        },
      },
      async (request, reply) =>
        loadDetail(database, request.principal.accountId, {
          id: request.params.id,
          ...loadOptions(reply),
        }),
    );

    attachmentRoute(app, { database });
    htmlCheckRoute(app, { database });
  };
}

/** Routes that show the message itself. */
export function previewRoutes({ database }: { database: Database }) {
  return async (app: App) => {
    messageRoutes(app, database);
    draftPreviewRoute(app);
  };
}
