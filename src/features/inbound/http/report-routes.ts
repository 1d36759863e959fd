import type { Database } from "../../../platform/db/index.ts";
import { type App, csvFile, errorResponses, sendCsv } from "../../../platform/http/index.ts";
import { ownDomain } from "../../domains/index.ts";
import { exportReports } from "../reports/export-reports.ts";
import { findReportDays } from "../reports/find-report-days.ts";
import { findReports } from "../reports/find-reports.ts";
import { sumDomains } from "../reports/sum-domains.ts";
import { sumSources } from "../reports/sum-sources.ts";
import {
  exportReportsQuery,
  listReportDaysQuery,
  listReportDaysResponse,
  listReportedDomainsQuery,
  listReportedDomainsResponse,
  listReportsQuery,
  listReportsResponse,
  listSourcesQuery,
  listSourcesResponse,
  reportParams,
} from "./schema.ts";

type Deps = { database: Database };

/** Reports about the mail of domains: the same routes under /api/v1 for programs and under /api for the dashboard. */
export function reportRoutes(deps: Deps) {
  return async (app: App) => {
    receivedRoutes(app, deps);
    sumRoutes(app, deps);
  };
}

function receivedRoutes(app: App, { database }: Deps): void {
  app.get(
    "/reports",
    {
      schema: {
        operationId: "listReports",
        summary: "List received reports",
        description:
          "DMARC aggregate reports and TLS reports of the last 90 days about all of your domains, newest first. The figures come from the reporters and are not verified.",
        querystring: listReportsQuery,
        response: { 200: listReportsResponse, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }) => await findReports(database, principal.accountId, query),
  );

  app.get(
    "/reports/export",
    {
      schema: {
        operationId: "exportReports",
        summary: "Download received reports as CSV",
        description:
          "Returns all received reports, or those that match the filters, newest first. A cell that a spreadsheet would run as a formula is prefixed with `'`.",
        querystring: exportReportsQuery,
        produces: ["text/csv"],
        response: { 200: csvFile, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }, reply) =>
      sendCsv(reply, {
        name: "reports.csv",
        parts: exportReports(database, principal.accountId, query),
      }),
  );
}

function sumRoutes(app: App, { database }: Deps): void {
  app.get(
    "/reports/domains",
    {
      schema: {
        operationId: "listReportedDomains",
        summary: "List domains with the sums of their reports",
        description:
          "Adds up DMARC aggregate reports and TLS reports by domain. Domains without reports in the range have zeros. The figures come from the reporters and are not verified.",
        querystring: listReportedDomainsQuery,
        response: { 200: listReportedDomainsResponse, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }) => await sumDomains(database, principal.accountId, query),
  );

  app.get(
    "/domains/:domain/reports",
    {
      schema: {
        operationId: "listDomainReports",
        summary: "List reports about a domain's mail",
        description:
          "DMARC aggregate reports and TLS reports, added up by day and source, newest day first. The figures come from the reporters and are not verified.",
        params: reportParams,
        querystring: listReportDaysQuery,
        response: { 200: listReportDaysResponse, ...errorResponses(401, 403, 404, 422, 503) },
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
}
