import { type EmailsSearch, emailsSearch, hasFilters } from "./emails-search.ts";

/** A named set of filters. */
export type SavedFilter = {
  name: string;
  search: EmailsSearch;
};

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** They are a row of buttons; more would not fit. */
export const MAX_SAVED_FILTERS = 20;
export const MAX_FILTER_NAME = 60;

/** Loads this account's filters from the browser. Skips invalid ones. */
export function loadFilters(storage: Storage, accountId: string): SavedFilter[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(accountId)) ?? "[]");
    return Array.isArray(kept) ? kept.flatMap(readFilter).slice(0, MAX_SAVED_FILTERS) : [];
  } catch {
    return [];
  }
}

/** Returns false if browser storage is blocked. */
export function storeFilters(storage: Storage, accountId: string, filters: SavedFilter[]): boolean {
  try {
    storage.setItem(keyOf(accountId), JSON.stringify(filters));
    return true;
  } catch {
    return false;
  }
}

/** Replaces a filter with the same name. */
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
