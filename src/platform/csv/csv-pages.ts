import { writeCsvLine } from "./write-csv-line.ts";

type Table<Row, Column extends string> = {
  /** The first line. */
  columns: readonly Column[];
  /** A cell without a value is empty. */
  valuesOf: (row: Row) => Record<Column, string | number | boolean | null | undefined>;
};
type Pages<Row> = {
  /** Rows in memory at once. */
  pageRows: number;
  /** Loads at most `pageRows` rows, those after `last`. Null: the first ones. */
  load: (last: Row | null) => Promise<Row[]>;
};

/** Returns a list as CSV, page by page, so that memory stays bounded however long the list is. */
export function csvPages<Row, Column extends string>({
  columns,
  valuesOf,
  ...pages
}: Table<Row, Column> & Pages<Row>): AsyncGenerator<string> {
  return csvOf({ columns, valuesOf }, readPages(pages));
}

/** Reads a list to its end. A short page is the last one. */
export async function* readPages<Row>({ pageRows, load }: Pages<Row>): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  for (;;) {
    const rows: Row[] = await load(last);
    yield rows;
    last = rows.at(-1) ?? null;
    if (rows.length < pageRows || last === null) return;
  }
}

type Windows<Row> = {
  /** The range of ids: from the first one (inclusive) to the second one (exclusive). */
  fromId: string;
  beforeId: string;
  /** Rows in memory at once. */
  pageRows: number;
  /** Returns the id of the last row of a window that begins before this id. Null: fewer rows are left. */
  endOfWindow: (beforeId: string) => Promise<string | null>;
  /** Loads the newest matches of a range of ids, at most `pageRows`. */
  load: (range: { fromId: string; beforeId: string }) => Promise<Row[]>;
};

/**
 * Reads the matches of a search, newest first, through windows of the list. With an index, a search page by page would fetch all remaining
 * matches again for each page. Pages may be empty.
 */
export async function* readWindows<Row extends { id: string }>({
  fromId,
  beforeId,
  pageRows,
  endOfWindow,
  load,
}: Windows<Row>): AsyncGenerator<Row[]> {
  let before = beforeId;
  for (;;) {
    const end = await endOfWindow(before);
    const rows = await load({ fromId: end ?? fromId, beforeId: before });
    yield rows;
    const next = rows.length < pageRows ? end : (rows.at(-1)?.id ?? null);
    if (next === null) return;
    before = next;
  }
}

/** Returns pages of rows as CSV, a part for each page. Pages may be empty. The first line comes with the first page. */
export async function* csvOf<Row, Column extends string>(
  { columns, valuesOf }: Table<Row, Column>,
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const lineOf = (row: Row) => {
    const values = valuesOf(row);
    return writeCsvLine(columns.map((column) => String(values[column] ?? "")));
  };
  let head = writeCsvLine(columns);
  for await (const rows of pages) {
    yield head + rows.map(lineOf).join("");
    head = "";
  }
}
