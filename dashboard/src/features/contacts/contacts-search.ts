import { oneOf, textOf } from "../../search.ts";

/** The list's filters and page, in the address bar. */
export type ContactsSearch = {
  search?: string | undefined;
  subscribed?: "true" | "false" | undefined;
  cursor?: string | undefined;
};

export function contactsSearch(search: Record<string, unknown>): ContactsSearch {
  return {
    search: textOf(search.search),
    subscribed: oneOf(search.subscribed, ["true", "false"]),
    cursor: textOf(search.cursor),
  };
}

export function hasFilters({ search, subscribed }: ContactsSearch): boolean {
  return Boolean(search ?? subscribed);
}
