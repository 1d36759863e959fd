import type { Database } from "../../platform/db/index.ts";
import { type App, errorResponses } from "../../platform/http/index.ts";
import { findRequests } from "./find-requests.ts";
import { listRequestsQuery, listRequestsResponse } from "./schema.ts";

/** `GET /requests`: for the dashboard. */
export function requestRoutes({ database }: { database: Database }) {
  return async (app: App) => {
    app.get(
      "/requests",
      {
        schema: {
          operationId: "listRequests",
          summary: "List what programs asked of the API",
          description:
            "Requests with an API key of the last 7 days, newest first: all that failed, and up to 100 a second that did not. Bodies are never kept. With a filter a page may be short and still have more behind its cursor.",
          tags: ["Dashboard"],
          querystring: listRequestsQuery,
          response: { 200: listRequestsResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }) => await findRequests(database, principal.accountId, query),
    );
  };
}
