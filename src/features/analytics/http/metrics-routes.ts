import { csvPages } from "../../../platform/csv/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { type App, csvFile, errorResponses, sendCsv } from "../../../platform/http/index.ts";
import { loadMetrics } from "../metrics/load-metrics.ts";
import { readQuestion } from "../metrics/read-question.ts";
import { type MetricRow, metricsQuery, metricsResponse } from "../metrics/schema.ts";

/** `GET /metrics` and `GET /metrics/export`. */
export function metricsRoutes({ database }: { database: Database }) {
  return async (app: App) => {
    app.get(
      "/metrics",
      {
        schema: {
          operationId: "getMetrics",
          summary: "Get metrics",
          description:
            "Counts, rates and latencies, in total and grouped by period and other dimensions. They come from roll-ups of 15 minutes and of hours. Roll-ups of 15 minutes are kept for 90 days. For older mail, an hour counts in the range and in the period in which it begins. This matters in time zones such as Asia/Kolkata, where days do not begin at a whole hour of UTC.",
          querystring: metricsQuery,
          response: { 200: metricsResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }) =>
        loadMetrics(database, readQuestion(principal.accountId, query), { from: query.from, to: query.to }),
    );

    app.get(
      "/metrics/export",
      {
        schema: {
          operationId: "exportMetrics",
          summary: "Download metrics as CSV",
          description: "Returns the rows of `GET /metrics`, or the totals if there are no dimensions.",
          querystring: metricsQuery,
          produces: ["text/csv"],
          response: { 200: csvFile, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ principal, query }, reply) => {
        const question = readQuestion(principal.accountId, query);
        const { rows, totals, dimensions, metrics } = await loadMetrics(database, question, {
          from: query.from,
          to: query.to,
        });
        const all: MetricRow[] = dimensions.length === 0 ? [totals] : rows;
        const columns: string[] = [...dimensions, ...metrics];
        const parts = csvPages({
          columns,
          pageRows: all.length + 1,
          load: async (last) => (last === null ? all : []),
          valuesOf: (row: MetricRow) => row,
        });
        return sendCsv(reply, { name: "metrics.csv", parts });
      },
    );
  };
}
