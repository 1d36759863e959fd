import { colored } from "./terminal/color.ts";
import { countOf } from "./terminal/count-of.ts";
import { printResult } from "./terminal/print-result.ts";
import { type Column, renderTable } from "./terminal/render-table.ts";

/** More rows than this have a common cause. */
const SHOWN_ERRORS = 20;

type Shown<RowError> = {
  json: boolean;
  counts: Record<string, number>;
  columns: readonly Column<RowError>[];
  /** The number of failed rows that the API returns at most. */
  mostErrors: number;
};

/** Prints the counts of an import and the rows that failed. The exit code is 1 if there are any. */
export function printImport<RowError>(
  result: { failed: number; errors: readonly RowError[] },
  { json, counts, columns, mostErrors }: Shown<RowError>,
): void {
  const { failed, errors } = result;
  const shown = errors.slice(0, SHOWN_ERRORS);
  const lines = Object.entries(counts).map(([name, count]) => `${name}: ${countOf(count)}`);
  if (failed > 0) lines.push("", wholeTable(columns, shown));
  if (failed > shown.length)
    lines.push(`and ${countOf(failed - shown.length)} more; --json prints up to ${countOf(mostErrors)}`);
  printResult(result, { json, text: lines.join("\n") });
  if (failed === 0) return;
  process.stderr.write(
    `${failed === 1 ? "1 row was" : `${countOf(failed)} rows were`} not imported. Correct the file and import it again.\n`,
  );
  process.exitCode = 1;
}

/** Not cut to the width of the terminal, because the last column says what to do. */
export function wholeTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return renderTable(columns, rows, { paintTitle: (title) => colored("dim", title) }).trimEnd();
}
