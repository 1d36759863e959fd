/**
 * CSV (RFC 4180) as programs really write it: any line ends, comma, semicolon or tab, UTF-8, UTF-16 or an encoding that is named.
 *
 * bytes → decodeText → readCsv → rows with their line; what cannot be read is a InvalidCsv that names the line. Nothing is held
 * but the row at hand. The other way: writeCsvLine, whose cells no spreadsheet takes for a formula.
 */
export { InvalidCsv } from "./invalid-csv.ts";
export { type CsvRow, readCsv } from "./read-csv.ts";
export { readCell, writeCsvLine } from "./write-csv-line.ts";
