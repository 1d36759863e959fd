import type { Database } from "../../../platform/db/index.ts";
import { type App, csvFile, errorResponses, sendCsv } from "../../../platform/http/index.ts";
import { exportRequests } from "../export-requests.ts";
import { findRequests } from "../find-requests.ts";
import { exportRequestsQuery, listRequestsQuery, listRequestsResponse } from "./schema.ts";

/** The request log and its export, for the dashboard. */
export function requestRoutes({ database }: { database: Database }) {
  return async (app: App) => {
    app.get(
      "/requests",
      {
        schema: {
          operationId: "listRequests",
          summary: "List API requests",
          description:
            "Requests with an API key in the last 7 days, newest first: up to 500 failed and 100 successful ones per second. Bodies are never stored. With a filter, a page may be short or empty although `has_more` is true: follow the cursor.",
          tags: ["Dashboard"],
          querystring: listRequestsQuery,
          response: { 200: listRequestsResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }) => await findRequests(database, principal.accountId, query),
    );

    app.get(
      "/requests/export",
      {
        schema: {
          operationId: "exportRequests",
          summary: "Download API requests as CSV",
          description:
            "Returns all logged requests, or those that match the filters, newest first. A cell that a spreadsheet would run as a formula is prefixed with `'`.",
          tags: ["Dashboard"],
          querystring: exportRequestsQuery,
          produces: ["text/csv"],
          response: { 200: csvFile, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }, reply) =>
        sendCsv(reply, {
          name: "api-requests.csv",
          parts: exportRequests(database, principal.accountId, query),
        }),
    );
  };
}
