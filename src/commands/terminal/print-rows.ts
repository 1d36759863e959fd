import { CommandError } from "../explain.ts";
import { colored } from "./color.ts";
import { type Column, renderTable } from "./render-table.ts";

/** Prints rows as a table, or with `json` one object per line. On a terminal the table fits its width. */
export function printRows<Row>(
  rows: readonly Row[],
  { columns, json, none }: { columns: readonly Column<Row>[]; json: boolean; none: string },
): void {
  quitWithReader();
  if (json) return void process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  if (rows.length === 0) return void process.stderr.write(`${none}\n`);
  const width = process.stdout.isTTY ? process.stdout.columns : undefined;
  process.stdout.write(
    renderTable(columns, rows, {
      ...(width && { width }),
      paintTitle: (title) => colored("dim", title),
    }),
  );
}

/** The reader may close the pipe (`| head`). The exit code is 0, or the one that the command has set; with another failure, 1. */
export function quitWithReader(): void {
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") process.exit();
    process.stderr.write(`posthouse: standard output cannot be written (${code})\n`);
    process.exit(1);
  });
}

const PAGE_ROWS = 100;
const DEFAULT_ROWS = 50;

export const LIMIT_OPTION = {
  limit: { value: "<number>", help: `maximum number; default: ${DEFAULT_ROWS}` },
} as const;

export function readLimit(limit = String(DEFAULT_ROWS)): number {
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new CommandError(`--limit takes a number, not ${limit}`);
  return Number(limit);
}

/** The first rows of a list that the API returns in pages. */
export async function takeRows<Row>(
  list: (page: { limit: number }) => AsyncIterable<Row>,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of list({ limit: Math.min(limit, PAGE_ROWS) })) {
    rows.push(row);
    if (rows.length === limit) break;
  }
  return rows;
}
