import { type App, errorResponses } from "../../../platform/http/index.ts";
import { loadOverview, type OverviewDeps } from "../load-overview.ts";
import { DEFAULT_DAYS, overviewQuery, overviewResponse } from "./schema.ts";

/** `GET /overview`, for the dashboard. */
export function overviewRoutes(deps: OverviewDeps) {
  return async (app: App) => {
    app.get(
      "/overview",
      {
        schema: {
          operationId: "getOverview",
          summary: "Get an overview of recent days",
          tags: ["Metrics"],
          querystring: overviewQuery,
          response: { 200: overviewResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }) =>
        loadOverview(deps, { accountId: principal.accountId, days: query.days ?? DEFAULT_DAYS }),
    );
  };
}
