import { withQuery } from "../../../api.ts";
import type { ApiKey } from "../../../api-types.ts";
import { someOf, textOf } from "../../../search.ts";
import { PERMISSION_NAMES } from "./keys.ts";

/** The list's filters, in the address bar. */
export type KeysSearch = {
  /** Part of the name or of the start of the key. */
  search?: string | undefined;
  /** One or several, separated by commas; so is the status. */
  permission?: string | undefined;
  status?: string | undefined;
};

export const PERMISSIONS: readonly string[] = Object.keys(PERMISSION_NAMES);
export const KEY_STATUSES: readonly ApiKey["status"][] = ["active", "paused", "expired"];

export function keysSearch(search: Record<string, unknown>): KeysSearch {
  return {
    search: textOf(search.search),
    permission: someOf(search.permission, PERMISSIONS),
    status: someOf(search.status, KEY_STATUSES),
  };
}

export function exportPath(search: KeysSearch): string {
  return withQuery("/api/keys/export", search);
}

/** The keys that match. An account has at most 100, which are all loaded. */
export function matchingKeys(keys: readonly ApiKey[], { search, permission, status }: KeysSearch): ApiKey[] {
  const words = (search ?? "").toLowerCase().split(/\s+/);
  return keys.filter(
    (key) =>
      words.every((word) => `${key.name} ${key.prefix}`.toLowerCase().includes(word)) &&
      (permission?.split(",").includes(key.permission) ?? true) &&
      (status?.split(",").includes(key.status) ?? true),
  );
}
