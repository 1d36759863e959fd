import { InvalidCsv, readCell, readCsv } from "../../../platform/csv/index.ts";
import type { CsvFile } from "../../../platform/http/index.ts";
import { type Column, readColumns } from "./columns.ts";

export type FileRow = { line: number; cells: string[] };

/** Opens a file at its first row after the columns. Throws InvalidCsv if the columns cannot be read; the rows throw it later. */
export async function openFile({
  bytes,
  charset,
}: CsvFile): Promise<{ columns: Column[]; rows: AsyncGenerator<FileRow> }> {
  const lines = readCsv(bytes, { charset });
  const first = await lines.next();
  if (first.done) throw new InvalidCsv(1, "the file is empty.");
  const columns = readColumns(first.value.cells.map(readCell));
  if ("problem" in columns) throw new InvalidCsv(first.value.line, columns.problem);
  return { columns, rows: rowsOf(lines) };
}

async function* rowsOf(lines: AsyncGenerator<FileRow>): AsyncGenerator<FileRow> {
  for await (const { line, cells } of lines) yield { line, cells: cells.map(readCell) };
}
