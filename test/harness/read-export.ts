import { readCsv } from "../../src/platform/csv/index.ts";

/** Reads a CSV export: the number of its parts, and each row as an object of texts by column. */
export async function readExport(
  parts: AsyncIterable<string>,
): Promise<{ parts: number; rows: Record<string, string>[] }> {
  let count = 0;
  async function* bytes() {
    for await (const part of parts) {
      count += 1;
      yield Buffer.from(part);
    }
  }
  const lines: string[][] = [];
  for await (const { cells } of readCsv(bytes())) lines.push(cells);
  const [columns = [], ...rows] = lines;
  return {
    parts: count,
    rows: rows.map((cells) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ""]))),
  };
}
