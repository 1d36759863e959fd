import { writeCsvLine } from "../../../platform/csv/index.ts";
import type { Database, Db } from "../../../platform/db/index.ts";
import { listSuppressions, type SuppressionFilter } from "../http/page-queries.ts";
import { presentSuppression } from "../http/present-suppression.ts";
import { type FilterInput, readFilter } from "../http/read-filter.ts";
import { COLUMNS, type Column } from "./columns.ts";

/** Rows in memory at once. */
const PAGE_ROWS = 1_000;

/** Returns the matching suppressions of an account as CSV, page by page, in the import's format. Errors: `validation_failed`. */
export function exportSuppressions(
  { db }: Database,
  { accountId, ...input }: FilterInput & { accountId: string },
): AsyncGenerator<string> {
  // Before the response begins, so that an error can still change the status.
  return linesOf(db, readFilter(accountId, input));
}

async function* linesOf(db: Db, filter: SuppressionFilter): AsyncGenerator<string> {
  let head = writeCsvLine(COLUMNS);
  let { beforeId } = filter;
  for (;;) {
    const rows = await listSuppressions(db, { ...filter, beforeId }, PAGE_ROWS);
    yield head + rows.map((row) => writeCsvLine(cellsOf(presentSuppression(row)))).join("");
    head = "";
    if (rows.length < PAGE_ROWS) return;
    beforeId = rows.at(-1)?.id ?? beforeId;
  }
}

function cellsOf({ source, ...suppression }: ReturnType<typeof presentSuppression>): string[] {
  const values: Record<Column, string | null> = { ...suppression, source: source.type };
  return COLUMNS.map((column) => values[column] ?? "");
}
