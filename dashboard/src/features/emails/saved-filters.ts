import { type EmailsSearch, emailsSearch, hasFilters } from "./emails-search.ts";

/** Filters of the list under a name. */
export type SavedFilter = {
  name: string;
  search: EmailsSearch;
};

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** A row of buttons, not a library. */
export const MAX_SAVED_FILTERS = 20;
export const MAX_FILTER_NAME = 60;

/** Kept by this browser, for each account its own. What cannot be read is left out. */
export function loadFilters(storage: Storage, accountId: string): SavedFilter[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(accountId)) ?? "[]");
    return Array.isArray(kept) ? kept.flatMap(readFilter).slice(0, MAX_SAVED_FILTERS) : [];
  } catch {
    return [];
  }
}

/** False when the browser keeps nothing. */
export function storeFilters(storage: Storage, accountId: string, filters: SavedFilter[]): boolean {
  try {
    storage.setItem(keyOf(accountId), JSON.stringify(filters));
    return true;
  } catch {
    return false;
  }
}

/** The same name again replaces what was under it. */
export function withFilter(filters: SavedFilter[], added: SavedFilter): SavedFilter[] {
  const search = { ...added.search, cursor: undefined };
  return [...filters.filter(({ name }) => name !== added.name), { name: added.name, search }];
}

export function isSameSearch(one: EmailsSearch, other: EmailsSearch): boolean {
  const plain = (search: EmailsSearch) =>
    JSON.stringify({ ...emailsSearch({ ...search }), cursor: undefined });
  return plain(one) === plain(other);
}

function keyOf(accountId: string): string {
  return `email-filters:${accountId}`;
}

function readFilter(value: unknown): SavedFilter[] {
  if (typeof value !== "object" || value === null) return [];
  const { name, search } = value as Record<string, unknown>;
  if (typeof name !== "string" || name === "" || typeof search !== "object" || search === null) return [];
  const read = { ...emailsSearch(search as Record<string, unknown>), cursor: undefined };
  return hasFilters(read) ? [{ name: name.slice(0, MAX_FILTER_NAME), search: read }] : [];
}
