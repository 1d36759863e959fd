import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses, listQuery } from "../../../platform/http/index.ts";
import { findAuditEvents } from "../find-audit-events.ts";
import { auditResponse } from "./schema.ts";

/** `/audit`, behind `requireSession`. */
export function auditRoutes({ database }: { database: Database }) {
  return (app: App, _options: object, done: () => void) => {
    app.get(
      "/audit",
      {
        schema: {
          operationId: "listAuditEvents",
          summary: "List who did what with the account's keys, suppressions, queue and routes",
          description: "Newest first.",
          tags: ["API keys"],
          querystring: listQuery,
          response: { 200: auditResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }) => await findAuditEvents(database, principal.accountId, query),
    );
    done();
  };
}
