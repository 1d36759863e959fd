import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { ownDomain } from "../../domains/index.ts";
import { findReportDays } from "../reports/find-report-days.ts";
import { sumSources } from "../reports/sum-sources.ts";
import {
  listReportsQuery,
  listReportsResponse,
  listSourcesQuery,
  listSourcesResponse,
  reportParams,
} from "./schema.ts";

/** Receivers' reports about a domain's mail: the same route under /api/v1 for programs and under /api for the dashboard. */
export function reportRoutes({ database }: { database: Database }) {
  return async (app: App) => {
    app.get(
      "/domains/:domain/reports",
      {
        schema: {
          operationId: "listDomainReports",
          summary: "List receivers' reports about a domain's mail",
          description:
            "DMARC aggregate reports and TLS reports, added up by day and source, newest day first. The figures come from the reporters and are not verified.",
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

    app.get(
      "/dmarc/sources",
      {
        schema: {
          operationId: "listDmarcSources",
          summary: "List the sources of mail from your domains",
          description:
            "Sums DMARC aggregate reports by domain and source: which servers send mail as your domains, and how much of it passes. The figures come from the reporters and are not verified.",
          querystring: listSourcesQuery,
          response: { 200: listSourcesResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }) => await sumSources(database, principal.accountId, query),
    );
  };
}
