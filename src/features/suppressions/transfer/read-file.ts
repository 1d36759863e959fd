import { InvalidCsv, readCsv } from "../../../platform/csv/index.ts";
import type { CsvFile } from "../../../platform/http/index.ts";
import type { SuppressionReason } from "../suppression.ts";
import { type Column, readHeader } from "./columns.ts";
import { type ReadRow, readRow } from "./read-row.ts";

export type SuppressionFile = CsvFile & {
  /** For rows without a reason. */
  defaultReason: SuppressionReason;
};

/** Yields the rows of a file with their line numbers. Throws InvalidCsv at the first line that cannot be read. */
export async function* readFile({
  bytes,
  charset,
  defaultReason,
}: SuppressionFile): AsyncGenerator<{ line: number; read: ReadRow }> {
  let at: ReadonlyMap<Column, number> | null = null;
  for await (const { line, cells } of readCsv(bytes, { charset })) {
    if (at === null) {
      const header = readHeader(cells);
      if ("problem" in header) throw new InvalidCsv(line, header.problem);
      at = header.at ?? new Map([["address", 0]]);
      if (header.at !== null) continue;
    }
    yield { line, read: readRow(cells, { at, defaultReason }) };
  }
  if (at === null) throw new InvalidCsv(1, "the file is empty.");
}
