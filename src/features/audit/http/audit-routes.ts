import type { Database } from "../../../platform/db/index.ts";
import { type App, csvFile, errorResponses, sendCsv } from "../../../platform/http/index.ts";
import type { AuditAction } from "../audit-action.ts";
import { exportAuditEvents } from "../export-audit-events.ts";
import { findAuditEvents } from "../find-audit-events.ts";
import { auditResponse, exportAuditEventsQuery, listAuditEventsQuery } from "./schema.ts";

export type AuditRouteDeps = { database: Database; actions: readonly AuditAction[] };

/** `/audit` and its export, behind `requireSession`. */
export function auditRoutes(deps: AuditRouteDeps) {
  return (app: App, _options: object, done: () => void) => {
    app.get(
      "/audit",
      {
        schema: {
          operationId: "listAuditEvents",
          summary: "List the events of the audit log",
          description: "Newest first.",
          tags: ["API keys"],
          querystring: listAuditEventsQuery,
          response: { 200: auditResponse(deps.actions), ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }) => await findAuditEvents(deps, principal.accountId, query),
    );

    app.get(
      "/audit/export",
      {
        schema: {
          operationId: "exportAuditEvents",
          summary: "Download the audit log as CSV",
          description:
            "Returns all events, or those that match the filters, newest first. A cell that a spreadsheet would run as a formula is prefixed with `'`.",
          tags: ["API keys"],
          querystring: exportAuditEventsQuery,
          produces: ["text/csv"],
          response: { 200: csvFile, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }, reply) =>
        sendCsv(reply, {
          name: "audit-log.csv",
          parts: exportAuditEvents(deps, principal.accountId, query),
        }),
    );
    done();
  };
}
