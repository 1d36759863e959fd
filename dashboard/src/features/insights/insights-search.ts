import { timeOf } from "../../query-times.ts";
import { oneOf, textOf } from "../../search.ts";
import { STREAMS } from "../emails/emails-search.ts";

export const RANGES = ["24h", "7d", "30d", "90d"] as const;
export type RangeName = (typeof RANGES)[number];
export const DEFAULT_RANGE: RangeName = "30d";

/** The range and the filters, in the address bar. `from` and `to` are days, both included, and replace `range`. */
export type InsightsSearch = {
  range?: RangeName | undefined;
  from?: string | undefined;
  to?: string | undefined;
  domain?: string | undefined;
  stream?: (typeof STREAMS)[number] | undefined;
};

export function insightsSearch(search: Record<string, unknown>): InsightsSearch {
  const [from, to] = [dayOf(search.from), dayOf(search.to)];
  const isRange = from !== undefined && to !== undefined && from <= to;
  return {
    range: oneOf(search.range, RANGES),
    from: isRange ? from : undefined,
    to: isRange ? to : undefined,
    domain: textOf(search.domain),
    stream: oneOf(search.stream, STREAMS),
  };
}

function dayOf(value: unknown): string | undefined {
  return timeOf(value)?.slice(0, 10);
}
