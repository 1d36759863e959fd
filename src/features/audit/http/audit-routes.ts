import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses, listQuery } from "../../../platform/http/index.ts";
import type { AuditAction } from "../audit-action.ts";
import { findAuditEvents } from "../find-audit-events.ts";
import { auditResponse } from "./schema.ts";

export type AuditRouteDeps = { database: Database; actions: readonly AuditAction[] };

/** `/audit`, behind `requireSession`. */
export function auditRoutes({ database, actions }: AuditRouteDeps) {
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
          response: { 200: auditResponse(actions), ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }) => await findAuditEvents(database, principal.accountId, query),
    );
    done();
  };
}
