import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { findRequests } from "../find-requests.ts";
import { listRequestsQuery, listRequestsResponse } from "./schema.ts";

/** `GET /requests`, for the dashboard. */
export function requestRoutes({ database }: { database: Database }) {
  return async (app: App) => {
    app.get(
      "/requests",
      {
        schema: {
          operationId: "listRequests",
          summary: "List API requests",
          description:
            "Requests with an API key in the last 7 days, newest first: all failed requests, and up to 100 successful ones per second. Bodies are never stored. With a filter, a page may be short or empty although `has_more` is true: follow the cursor.",
          tags: ["Dashboard"],
          querystring: listRequestsQuery,
          response: { 200: listRequestsResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }) => await findRequests(database, principal.accountId, query),
    );
  };
}
