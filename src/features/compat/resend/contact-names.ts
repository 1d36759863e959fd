import type { ContactRow, Properties } from "../../contacts/index.ts";

export type Names = { first_name: string | null; last_name: string | null };

/** Where the two names stand among our properties, for of one name nobody can tell where it was joined. */
const nameProperties = ["first_name", "last_name"] as const;

/** Their two names of our one: as they were given, or cut at the first space if somebody has changed the name since. */
export function namesOf({ name, properties }: Pick<ContactRow, "name" | "properties">): Names {
  if (holdsNames({ name, properties }))
    return { first_name: textOf(properties.first_name), last_name: textOf(properties.last_name) };
  const [first, ...others] = name?.split(" ") ?? [];
  return { first_name: first ?? null, last_name: others.join(" ") || null };
}

/** Without what is told as a name. */
export function otherProperties(contact: Pick<ContactRow, "name" | "properties">): Properties {
  if (!holdsNames(contact)) return contact.properties;
  const { first_name, last_name, ...others } = contact.properties;
  return others;
}

/** Our name, and their two as properties, after a change of one or both. */
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
  if (!nameProperties.some((property) => property in properties)) return false;
  return name === join(textOf(properties.first_name), textOf(properties.last_name));
}

function join(first: string | null, last: string | null): string | null {
  return [first, last].filter(Boolean).join(" ").trim() || null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
