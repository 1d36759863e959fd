/**
 * CSV (RFC 4180) as programs really write it: any line endings; comma, semicolon or tab; UTF-8, UTF-16 or a named encoding.
 *
 * bytes → decodeText → readCsv → rows with their line. A row that cannot be read throws an InvalidCsv that names the line.
 * Only the current row is in memory. In the other direction, writeCsvLine escapes cells that a spreadsheet would treat as a
 * formula.
 */
export { csvOf, csvPages, readPages, readWindows } from "./csv-pages.ts";
export { csvUnreadable } from "./csv-unreadable.ts";
export { InvalidCsv } from "./invalid-csv.ts";
export { MAX_CSV_BYTES } from "./max-csv-bytes.ts";
export { readCsv } from "./read-csv.ts";
export { readCell, writeCsvLine } from "./write-csv-line.ts";
