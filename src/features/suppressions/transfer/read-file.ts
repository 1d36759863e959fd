import { InvalidCsv, readCsv } from "../../../platform/csv/index.ts";
import type { SuppressionReason } from "../suppression.ts";
import { type Column, readHeader } from "./columns.ts";
import { type ReadRow, readRow } from "./read-row.ts";

export type GivenFile = {
  bytes: AsyncIterable<Uint8Array>;
  charset: string | null;
  /** For rows that say none. */
  defaultReason: SuppressionReason;
};

/** The rows of a file, each with its line. Throws InvalidCsv where it cannot be read on. */
export async function* readFile({
  bytes,
  charset,
  defaultReason,
}: GivenFile): AsyncGenerator<{ line: number; read: ReadRow }> {
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
