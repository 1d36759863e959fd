/**
 * OWASP ASVS 5.0 V1.2.10: a cell that a spreadsheet would treat as a formula gets a quote before it. This includes formulas
 * after spaces and quotes, which some programs drop, and full-width characters.
 */
const FORMULA = /^[\s'"]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** RFC 4180 §2: every cell is quoted, and quotes are doubled. */
export function writeCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

/** Undoes the escaping of writeCsvLine. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function escapeFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
