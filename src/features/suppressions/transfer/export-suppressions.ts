import { csvPages } from "../../../platform/csv/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { listSuppressions } from "../http/page-queries.ts";
import { presentSuppression } from "../http/present-suppression.ts";
import { type FilterInput, readFilter } from "../http/read-filter.ts";
import type { SuppressionRow } from "../queries.ts";
import { COLUMNS } from "./columns.ts";

/** Rows in memory at once. */
const PAGE_ROWS = 1_000;

/** Returns the matching suppressions of an account as CSV, page by page, in the import's format. Errors: `validation_failed`. */
export function exportSuppressions(
  { db }: Database,
  { accountId, ...input }: FilterInput & { accountId: string },
): AsyncGenerator<string> {
  // Before the response begins, so that an error can still change the status.
  const filter = readFilter(accountId, input);
  return csvPages({
    columns: COLUMNS,
    pageRows: PAGE_ROWS,
    load: (last) => listSuppressions(db, { ...filter, beforeId: last?.id ?? filter.beforeId }, PAGE_ROWS),
    valuesOf,
  });
}

function valuesOf(row: SuppressionRow) {
  const { source, ...suppression } = presentSuppression(row);
  return { ...suppression, source: source.type };
}
