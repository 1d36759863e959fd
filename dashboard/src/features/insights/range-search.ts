import { timeOf } from "../../query-times.ts";
import { oneOf } from "../../search.ts";

export const RANGES = ["24h", "7d", "30d", "90d"] as const;
export type RangeName = (typeof RANGES)[number];
export const DEFAULT_RANGE: RangeName = "30d";

/** A range, in the address bar. `from` and `to` are days, both included, and replace `range`. */
export type RangeSearch = {
  range?: RangeName | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** `ranges`: those that the page offers. */
export function rangeSearch(search: Record<string, unknown>, ranges: readonly RangeName[]): RangeSearch {
  const [from, to] = [dayOf(search.from), dayOf(search.to)];
  const isRange = from !== undefined && to !== undefined && from <= to;
  return {
    range: oneOf(search.range, ranges),
    from: isRange ? from : undefined,
    to: isRange ? to : undefined,
  };
}

function dayOf(value: unknown): string | undefined {
  return timeOf(value)?.slice(0, 10);
}
