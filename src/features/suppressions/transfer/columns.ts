/** The columns of a file, in the order in which the export writes them. */
export const columns = [
  "address",
  "reason",
  "unsubscribed_at",
  "expires_at",
  "detail",
  "source",
  "created_at",
] as const;
export type Column = (typeof columns)[number];

/** What other programs call them. */
const otherNames = new Map<string, Column>([
  ["email", "address"],
  ["email_address", "address"],
  ["emailaddress", "address"],
  ["recipient", "address"],
  ["suppression_reason", "reason"],
]);

/** Where each column is; null: the row is no header, and its first cell is an address. Or what is wrong with it. */
export function readHeader(
  cells: readonly string[],
): { at: Map<Column, number> | null } | { problem: string } {
  const at = new Map<Column, number>();
  for (const [index, cell] of cells.entries()) {
    const name = cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_");
    const column = otherNames.get(name) ?? columns.find((known) => known === name);
    if (column === undefined) continue;
    if (at.has(column)) return { problem: `there are two columns of the ${column}.` };
    at.set(column, index);
  }
  if (at.has("address")) return { at };
  if (cells[0]?.includes("@")) return { at: null };
  return { problem: "the first line must name the columns, and one of them must be address or email." };
}
