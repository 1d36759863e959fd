import type { SuppressionFilter } from "../http/page-queries.ts";
import { type FilterInput, readFilter } from "../http/read-filter.ts";

type FilteredRemoval = { account_id: string; filter: FilterInput; as_of: string };

/** Complaints and unsubscribes are the recipient's own wish: only a filter that names them removes them. */
export function filterOf({ account_id, filter, as_of }: FilteredRemoval): SuppressionFilter {
  const parsed = readFilter(account_id, filter);
  return { ...parsed, reasons: parsed.reasons ?? ["hard_bounce", "manual"], writtenBefore: as_of };
}
