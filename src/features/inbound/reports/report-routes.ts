import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { ownDomain } from "../../domains/index.ts";
import { findReportDays } from "./find-report-days.ts";
import { listReportsQuery, listReportsResponse, reportParams } from "./schema.ts";

/** What receivers report of a domain's mail: the same route for programs, under /api/v1, and for the dashboard, under /api. */
export function reportRoutes({ database }: { database: Database }) {
  return async (app: App) => {
    app.get(
      "/domains/:domain/reports",
      {
        schema: {
          operationId: "listDomainReports",
          summary: "List what receivers report of a domain's mail",
          description:
            "DMARC aggregate reports and TLS reports that came in, summed up by day and source; newest day first. They are the word of whoever sent them.",
          params: reportParams,
          querystring: listReportsQuery,
          response: { 200: listReportsResponse, ...errorResponses(401, 403, 404, 422, 503) },
        },
      },
      async ({ principal, params, query }) => {
        const domain = await ownDomain(database, { accountId: principal.accountId, given: params.domain });
        return await findReportDays(database, domain, query);
      },
    );
  };
}
