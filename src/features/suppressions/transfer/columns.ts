/** The columns of a file, in the order in which the export writes them. */
export const COLUMNS = [
  "address",
  "reason",
  "unsubscribed_at",
  "expires_at",
  "detail",
  "source",
  "created_at",
] as const;
export type Column = (typeof COLUMNS)[number];

/** Names of the columns in other programs' files. */
const OTHER_NAMES = new Map<string, Column>([
  ["email", "address"],
  ["email_address", "address"],
  ["emailaddress", "address"],
  ["recipient", "address"],
  ["suppression_reason", "reason"],
]);

/** Returns the index of each column, null if the row is not a header but starts with an address, or the problem with the header. */
export function readHeader(
  cells: readonly string[],
): { at: Map<Column, number> | null } | { problem: string } {
  const at = new Map<Column, number>();
  for (const [index, cell] of cells.entries()) {
    const name = cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_");
    const column = OTHER_NAMES.get(name) ?? COLUMNS.find((known) => known === name);
    if (column === undefined) continue;
    if (at.has(column)) return { problem: `there are two columns named ${column}.` };
    at.set(column, index);
  }
  if (at.has("address")) return { at };
  if (cells[0]?.includes("@")) return { at: null };
  return { problem: "the first line must name the columns, and one of them must be address or email." };
}
