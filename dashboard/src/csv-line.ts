/**
 * As in the server's exports, a cell that a spreadsheet would run as a formula is prefixed with a quote. This includes formulas after
 * spaces and quotes, which some programs drop, and full-width characters (OWASP ASVS 5.0 V1.2.10).
 */
const FORMULA = /^[\s'"]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** RFC 4180 §2: every cell is quoted, and quotes are doubled. */
export function csvLine(cells: readonly (string | number)[]): string {
  const quoted = cells.map((cell) => {
    const text = String(cell);
    return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  });
  return `${quoted.join(",")}\r\n`;
}
