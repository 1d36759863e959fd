import { writeCsvLine } from "../../../platform/csv/index.ts";
import type { Database, Db } from "../../../platform/db/index.ts";
import { listSuppressions, type SuppressionFilter } from "../api/page-queries.ts";
import { presentSuppression } from "../api/present-suppression.ts";
import { type FilterInput, readFilter } from "../api/read-filter.ts";
import { type Column, columns } from "./columns.ts";

/** Rows in memory at once. */
const pageRows = 1_000;

/** The matching suppressions of an account as CSV, page by page; the import reads it back. Errors: `validation_failed`. */
export function exportSuppressions(
  { db }: Database,
  { accountId, ...input }: FilterInput & { accountId: string },
): AsyncGenerator<string> {
  // Before the answer begins, so that a problem can still be one.
  return linesOf(db, readFilter(accountId, input));
}

async function* linesOf(db: Db, filter: SuppressionFilter): AsyncGenerator<string> {
  let head = writeCsvLine(columns);
  let { beforeId } = filter;
  for (;;) {
    const rows = await listSuppressions(db, { ...filter, beforeId }, pageRows);
    yield head + rows.map((row) => writeCsvLine(cellsOf(presentSuppression(row)))).join("");
    head = "";
    if (rows.length < pageRows) return;
    beforeId = rows.at(-1)?.id ?? beforeId;
  }
}

function cellsOf({ source, ...suppression }: ReturnType<typeof presentSuppression>): string[] {
  const values: Record<Column, string | null> = { ...suppression, source: source.type };
  return columns.map((column) => values[column] ?? "");
}
