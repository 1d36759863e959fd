import { oneOf, textOf } from "../../search.ts";
import { STREAMS } from "../emails/emails-search.ts";
import { RANGES, type RangeSearch, rangeSearch } from "./range-search.ts";

/** The range and the filters, in the address bar. */
export type InsightsSearch = RangeSearch & {
  domain?: string | undefined;
  stream?: (typeof STREAMS)[number] | undefined;
};

export function insightsSearch(search: Record<string, unknown>): InsightsSearch {
  return {
    ...rangeSearch(search, RANGES),
    domain: textOf(search.domain),
    stream: oneOf(search.stream, STREAMS),
  };
}
