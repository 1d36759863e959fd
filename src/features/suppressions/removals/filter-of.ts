import type { SuppressionFilter } from "../api/page-queries.ts";
import { type FilterInput, readFilter } from "../api/read-filter.ts";

type Of = { account_id: string; filter: FilterInput; as_of: string };

/** Complaints and unsubscribes are the recipient's own word: only a filter that names them removes them. */
export function filterOf({ account_id, filter, as_of }: Of): SuppressionFilter {
  const read = readFilter(account_id, filter);
  return { ...read, reasons: read.reasons ?? ["hard_bounce", "manual"], writtenBefore: as_of };
}
