import type { ContactRow, Properties } from "../../contacts/index.ts";

export type Names = { first_name: string | null; last_name: string | null };

/** The first and last name are stored as properties, because the joined name does not show where it was joined. */
const NAME_PROPERTIES = ["first_name", "last_name"] as const;

/** Returns the stored first and last name, or the name split at the first space if it has been changed since. */
export function namesOf({ name, properties }: Pick<ContactRow, "name" | "properties">): Names {
  if (holdsNames({ name, properties }))
    return { first_name: textOf(properties.first_name), last_name: textOf(properties.last_name) };
  const [first, ...rest] = name?.split(" ") ?? [];
  return { first_name: first ?? null, last_name: rest.join(" ") || null };
}

/** Returns the properties without the first and last name. */
export function otherProperties(contact: Pick<ContactRow, "name" | "properties">): Properties {
  if (!holdsNames(contact)) return contact.properties;
  const { first_name, last_name, ...properties } = contact.properties;
  return properties;
}

/** Returns the name, and the first and last name as properties, after a change of one or both. */
export function withNames(
  existing: Pick<ContactRow, "name" | "properties">,
  change: Partial<Names>,
): { name: string | null; properties: Properties } {
  const { first_name, last_name } = { ...namesOf(existing), ...change };
  const properties = { ...otherProperties(existing) };
  if (first_name) properties.first_name = first_name;
  if (last_name) properties.last_name = last_name;
  return { name: join(first_name, last_name), properties };
}

function holdsNames({ name, properties }: Pick<ContactRow, "name" | "properties">): boolean {
  if (!NAME_PROPERTIES.some((property) => property in properties)) return false;
  return name === join(textOf(properties.first_name), textOf(properties.last_name));
}

function join(first: string | null, last: string | null): string | null {
  return [first, last].filter(Boolean).join(" ").trim() || null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
