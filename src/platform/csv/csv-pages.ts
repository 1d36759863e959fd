import { writeCsvLine } from "./write-csv-line.ts";

type CsvPages<Row> = {
  /** The first line. */
  columns: readonly string[];
  /** Rows in memory at once. */
  pageRows: number;
  /** Loads at most `pageRows` rows, those after `last`. Null: the first ones. */
  load: (last: Row | null) => Promise<Row[]>;
  cellsOf: (row: Row) => readonly string[];
};

/** Returns a list as CSV, page by page, so that memory stays bounded however long the list is. */
export async function* csvPages<Row>({
  columns,
  pageRows,
  load,
  cellsOf,
}: CsvPages<Row>): AsyncGenerator<string> {
  let head = writeCsvLine(columns);
  let last: Row | null = null;
  for (;;) {
    const rows: Row[] = await load(last);
    yield head + rows.map((row) => writeCsvLine(cellsOf(row))).join("");
    head = "";
    last = rows.at(-1) ?? null;
    if (rows.length < pageRows || last === null) return;
  }
}
