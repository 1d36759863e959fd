import type { Contact } from "../../api-types.ts";
import type { QueryKey, QueryValues } from "../../query-text.ts";
import { knownTimes, TIME_KEYS } from "../../query-times.ts";
import { oneOf } from "../../search.ts";
import { CONTACT_STATUSES, type ContactsSearch, contactsSearch } from "./contacts-search.ts";

/** The filters of the search box. The address bar uses the same names. */
export const CONTACT_KEYS: readonly QueryKey[] = [
  {
    name: "status",
    hint: "subscribed or unsubscribed",
    read: (text) => oneOf(text.toLowerCase(), CONTACT_STATUSES) ?? null,
    form: `Use ${CONTACT_STATUSES.join(" or ")}.`,
  },
  {
    name: "property",
    hint: "name=value, such as plan=pro",
    read: readProperty,
    write: (property) => property.replace(":", "="),
    form: "Use name=value, such as plan=pro.",
  },
  ...TIME_KEYS,
];

/** Every filter of the list. Filters that the box does not contain are undefined. */
export function searchOf(values: QueryValues): Omit<ContactsSearch, "cursor"> {
  const { cursor: _, ...search } = contactsSearch(values);
  return search;
}

/** Values to complete, among them the properties of the contacts on screen. */
export function knownValues(key: string, contacts: readonly Contact[]): readonly string[] {
  if (key === "status") return CONTACT_STATUSES;
  if (key === "after" || key === "before") return knownTimes();
  if (key !== "property") return [];
  const texts = contacts.flatMap(({ properties }) =>
    Object.entries(properties)
      .filter(([, value]) => value === null || typeof value !== "object")
      .map(([name, value]) => `${name}=${value}`),
  );
  return [...new Set(texts)];
}

/** `name=value` is `name:value` in the address bar and in the API. */
function readProperty(text: string): string | null {
  return /^[^=:]+[=:]/.test(text) ? text.replace(/[=:]/, ":") : null;
}
