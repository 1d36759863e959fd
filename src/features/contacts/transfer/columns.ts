/** The columns of the export, in order. */
export const COLUMNS = [
  "id",
  "email",
  "name",
  "subscribed",
  "tracked",
  "properties",
  "created_at",
  "updated_at",
] as const;

/**
 * The part of a contact that the cells of a column become. `unsubscribed` is the opposite of `subscribed`. `properties` is a JSON object, `property` one property
 * with the name of the column.
 */
export const MEANINGS = [
  "email",
  "name",
  "subscribed",
  "unsubscribed",
  "tracked",
  "properties",
  "property",
  "ignored",
] as const;
export type Meaning = (typeof MEANINGS)[number];

export type Column = { name: string; becomes: Meaning };

/** Names in lower case, with `_` between words. The times and ids of an export are not imported. */
const KNOWN = new Map<string, Meaning>([
  ["email", "email"],
  ["e_mail", "email"],
  ["email_address", "email"],
  ["emailaddress", "email"],
  ["e_mail_address", "email"],
  ["name", "name"],
  ["full_name", "name"],
  ["subscribed", "subscribed"],
  ["unsubscribed", "unsubscribed"],
  ["tracked", "tracked"],
  ["properties", "properties"],
  ["id", "ignored"],
  ["created_at", "ignored"],
  ["updated_at", "ignored"],
  ["", "ignored"],
]);

/** Reads the line that names the columns. Returns the problem if it does not. */
export function readColumns(cells: readonly string[]): Column[] | { problem: string } {
  const columns = cells.map((cell): Column => {
    const name = cell.trim();
    return { name, becomes: KNOWN.get(keyOf(name)) ?? "property" };
  });
  // As in a list of suppressions. Beside another column for the email, it is a postal address.
  const address = columns.find(({ name }) => keyOf(name) === "address");
  if (address && !columns.some(({ becomes }) => becomes === "email")) address.becomes = "email";
  if (!columns.some(({ becomes }) => becomes === "email"))
    return { problem: "the first line must name the columns, and one of them must be email." };
  return problemIn(columns) ?? columns;
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "_");
}

function problemIn(columns: readonly Column[]): { problem: string } | null {
  const seen = new Set<string>();
  for (const { name, becomes } of columns) {
    if (becomes === "ignored") continue;
    if (name === "__proto__" || name.includes("\0"))
      return { problem: `${JSON.stringify(name)} cannot be the name of a property. Rename the column.` };
    const target =
      becomes === "property" ? `property ${name}` : becomes.replace("unsubscribed", "subscribed");
    if (seen.has(target))
      return { problem: `two columns are the contact's ${target}. Delete or rename one of them.` };
    seen.add(target);
  }
  return null;
}
