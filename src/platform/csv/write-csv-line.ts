/**
 * OWASP ASVS 5.0 V1.2.10: what a spreadsheet would take for a formula gets a quote before it, also behind spaces and quotes, which
 * some programs drop, and in full width.
 */
const formula = /^[\s'"]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** RFC 4180 §2: every cell in quotes, quotes doubled. */
export function writeCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${guard(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

/** A cell of a file, as it was before writeCsvLine guarded it. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function guard(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}
