import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { GetMetricsResponse, ListDmarcSourcesResponse } from "../../api.gen.ts";
import { api, type Query, withQuery } from "../../api.ts";
import type { InsightsSearch } from "./insights-search.ts";
import { addDays, dayOf, type Range, timeZone } from "./range.ts";

export type Metrics = GetMetricsResponse;
export type MetricRow = Metrics["rows"][number];
export type Filters = Pick<InsightsSearch, "domain" | "stream">;

/** Roll-ups are about a second old, but a chart that changes more often than this is hard to read. */
const POLL_MS = 30_000;

type Asked = { range: Range; filters: Filters; dimensions?: string; metrics?: string };

function parametersOf({ range, filters, dimensions, metrics }: Asked): Query {
  return { ...range, ...filters, dimensions, metrics, time_zone: timeZone() };
}

export function metricsQuery(asked: Asked) {
  const query = parametersOf(asked);
  return queryOptions({
    queryKey: ["metrics", query],
    queryFn: ({ signal }) => api.get<Metrics>(withQuery("/api/metrics", query), signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data === undefined ? false : POLL_MS),
    staleTime: 5_000,
  });
}

export function metricsExportPath(asked: Asked): string {
  return withQuery("/api/metrics/export", parametersOf(asked));
}

/** Deliveries to each provider in the last 14 days, independent of the range. */
export function providerDaysQuery(filters: Filters) {
  const from = addDays(dayOf(new Date()), -13);
  return metricsQuery({
    range: { from, granularity: "day" },
    filters,
    dimensions: "period,provider",
    metrics: "delivered",
  });
}

export function dmarcSourcesQuery(days: { from: string; to: string }, domain: string | undefined) {
  const query = { ...days, domain };
  return queryOptions({
    queryKey: ["dmarc-sources", query],
    queryFn: ({ signal }) =>
      api.get<ListDmarcSourcesResponse>(withQuery("/api/dmarc/sources", query), signal),
    placeholderData: keepPreviousData,
  });
}
