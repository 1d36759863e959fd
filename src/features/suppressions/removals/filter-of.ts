import type { SuppressionFilter } from "../http/page-queries.ts";
import { type FilterInput, readFilter } from "../http/read-filter.ts";

type FilteredRemoval = { account_id: string; filter: FilterInput; as_of: string };

/** Complaints and unsubscribes come from the recipient: a filter removes them only if it names the reason. */
export function filterOf({ account_id, filter, as_of }: FilteredRemoval): SuppressionFilter {
  const parsed = readFilter(account_id, filter);
  return { ...parsed, reasons: parsed.reasons ?? ["hard_bounce", "manual"], writtenBefore: as_of };
}
