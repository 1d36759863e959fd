import type { App } from "../../../platform/http/index.ts";
import { loadEmailMetrics, loadMetrics, type MetricRow } from "../../analytics/index.ts";
import type { ResendDeps } from "./deps.ts";
import { addReason, addTo, COUNTED, REASONS, shown, type Values } from "./metric-sums.ts";
import { metricsQuery, readMetricsQuery } from "./metrics-query.ts";

type Row = Values & { period?: string; domain_id?: string; domain_name?: string; email_id?: string };
type AskedRow = MetricRow & { email?: string };

/** `resend.emails.metrics()`. A domain's id is its name, because this API has no other ids of domains. */
export function metricsRoutes(app: App, { database }: ResendDeps): void {
  app.get(
    "/emails/metrics",
    { schema: { hide: true, querystring: metricsQuery } },
    async ({ principal, query }) => {
      const asked = readMetricsQuery(query);
      const { metrics, dimensions, granularity } = asked;
      const parts = await loadParts(database, { ...asked, accountId: principal.accountId });
      const range = parts[0]?.counts;
      const rows = new Map<string, { row: Row; sums: Values }>();
      const totals: Values = {};
      for (const { counts, reasons } of parts) {
        addTo(totals, counts.totals as MetricRow);
        for (const row of counts.rows) addTo(rowOf(rows, row).sums, row);
        for (const row of reasons.rows) {
          addReason(totals, row);
          if (dimensions.length > 0) addReason(rowOf(rows, row).sums, row);
        }
      }
      return {
        object: "metrics",
        start_date: range?.from,
        end_date: range?.to,
        metrics,
        dimensions,
        granularity,
        totals: shown(totals, metrics),
        ...(dimensions.length > 0 && {
          data: [...rows.values()].map(({ row, sums }) => ({ ...row, ...shown(sums, metrics) })),
        }),
      };
    },
  );
}

type Asked = ReturnType<typeof readMetricsQuery> & { accountId: string };

/** Roll-ups of the account or of each domain; or, for emails that the request names, their events. */
async function loadParts(
  database: ResendDeps["database"],
  { accountId, unit: granularity, timeZone, dimensions, ends, domains, emailIds }: Asked,
) {
  const asked = { accountId, granularity, timeZone };
  if (emailIds !== null) {
    const question = { ...asked, emailIds, domains };
    const [counts, reasons] = await Promise.all([
      loadEmailMetrics(database, { ...question, metrics: COUNTED.metrics, dimensions }, ends),
      loadEmailMetrics(
        database,
        { ...question, metrics: REASONS.metrics, dimensions: [...dimensions, "reason"] },
        ends,
      ),
    ]);
    return [{ counts, reasons }];
  }
  const rolledUp = dimensions.filter((name) => name !== "email");
  const parts = [];
  // One after the other, so that a request with many domains leaves connections to others.
  for (const domain of domains ?? [undefined]) {
    const question = {
      ...asked,
      dimensions: rolledUp,
      filters: domain === undefined ? {} : { domain },
    };
    const [counts, reasons] = await Promise.all([
      loadMetrics(database, { ...question, ...COUNTED }, ends),
      loadMetrics(database, { ...question, ...REASONS, dimensions: [...rolledUp, "reason"] }, ends),
    ]);
    parts.push({ counts, reasons });
  }
  return parts;
}

function rowOf(rows: Map<string, { row: Row; sums: Values }>, { period, domain, email }: AskedRow) {
  const key = JSON.stringify([period, domain, email]);
  const found = rows.get(key);
  if (found) return found;
  const row = {
    ...(period !== undefined && { period: new Date(period).toISOString() }),
    ...(domain !== undefined && { domain_id: domain, domain_name: domain }),
    ...(email !== undefined && { email_id: email }),
  };
  const added = { row, sums: {} as Values };
  rows.set(key, added);
  return added;
}
