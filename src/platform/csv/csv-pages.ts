import { writeCsvLine } from "./write-csv-line.ts";

type CsvPages<Row, Column extends string> = {
  /** The first line. */
  columns: readonly Column[];
  /** Rows in memory at once. */
  pageRows: number;
  /** Loads at most `pageRows` rows, those after `last`. Null: the first ones. */
  load: (last: Row | null) => Promise<Row[]>;
  /** A cell without a value is empty. */
  valuesOf: (row: Row) => Record<Column, string | number | boolean | null | undefined>;
};

/** Returns a list as CSV, page by page, so that memory stays bounded however long the list is. */
export async function* csvPages<Row, Column extends string>({
  columns,
  pageRows,
  load,
  valuesOf,
}: CsvPages<Row, Column>): AsyncGenerator<string> {
  const lineOf = (row: Row) => {
    const values = valuesOf(row);
    return writeCsvLine(columns.map((column) => String(values[column] ?? "")));
  };
  let head = writeCsvLine(columns);
  let last: Row | null = null;
  for (;;) {
    const rows: Row[] = await load(last);
    yield head + rows.map(lineOf).join("");
    head = "";
    last = rows.at(-1) ?? null;
    if (rows.length < pageRows || last === null) return;
  }
}
