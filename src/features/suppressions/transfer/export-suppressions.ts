import { writeCsvLine } from "../../../platform/csv/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { lastId } from "../../../platform/ids/index.ts";
import { listSuppressions } from "../api/page-queries.ts";
import { presentSuppression } from "../api/present-suppression.ts";
import type { SuppressionReason } from "../suppression.ts";
import { type Column, columns } from "./columns.ts";

/** Rows in memory at once. */
const pageRows = 1_000;

/** All suppressions of an account as CSV, page by page; the import reads it back. */
export async function* exportSuppressions(
  { db }: Database,
  { accountId, reason }: { accountId: string; reason: SuppressionReason | null },
): AsyncGenerator<string> {
  let head = writeCsvLine(columns);
  let beforeId = lastId;
  for (;;) {
    const rows = await listSuppressions(db, { accountId, beforeId, reason, pattern: null }, pageRows);
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
