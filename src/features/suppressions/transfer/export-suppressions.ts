import { csvOf } from "../../../platform/csv/index.ts";
import type { Database, Db } from "../../../platform/db/index.ts";
import { readSuppressions, type SuppressionFilter } from "../http/page-queries.ts";
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
  return csvOf({ columns: COLUMNS, valuesOf }, pagesOf(db, filter));
}

/** An address that gets a stronger reason between two pages moves to the top of the list, so what is new there follows. */
async function* pagesOf(db: Db, filter: SuppressionFilter): AsyncGenerator<SuppressionRow[]> {
  let newest: string | undefined;
  let pages = 0;
  for await (const rows of readSuppressions(db, filter, PAGE_ROWS)) {
    newest ??= rows[0]?.id;
    pages += 1;
    yield rows;
  }
  if (newest === undefined || pages < 2) return;
  for await (const rows of readSuppressions(db, { ...filter, fromId: newest }, PAGE_ROWS))
    yield rows.filter(({ id }) => id !== newest);
}

function valuesOf(row: SuppressionRow) {
  const { source, ...suppression } = presentSuppression(row);
  return { ...suppression, source: source.type };
}
