import { csvPages } from "../../../platform/csv/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { PERMISSIONS, readNames } from "../../../platform/http/index.ts";
import { listKeys } from "../list-keys.ts";
import { type ExportKeysQuery, KEY_STATUSES, type KeyView } from "./schema.ts";

const COLUMNS = [
  "id",
  "name",
  "prefix",
  "last_four",
  "status",
  "permission",
  "from_domains",
  "networks",
  "daily_limit",
  "expires_at",
  "last_used",
  "paused_at",
  "paused_reason",
  "created_at",
] as const;

/** Returns the matching keys of an account as CSV, newest first. Errors: `validation_failed`. */
export function exportKeys(
  database: Database,
  accountId: string,
  query: ExportKeysQuery,
): AsyncGenerator<string> {
  // Before the response begins, so that an error can still change the status.
  const matches = matcherOf(query);
  return csvPages({
    columns: COLUMNS,
    // An account has few keys, so all are one page.
    pageRows: Number.POSITIVE_INFINITY,
    load: async () => (await listKeys(database, accountId)).filter(matches),
    valuesOf,
  });
}

function matcherOf({ search = "", permission, status }: ExportKeysQuery): (key: KeyView) => boolean {
  const words = search.toLowerCase().split(/\s+/);
  const permissions = readNames("permission", permission, PERMISSIONS);
  const statuses = readNames("status", status, KEY_STATUSES);
  return (key) =>
    words.every((word) => `${key.name} ${key.prefix}`.toLowerCase().includes(word)) &&
    (permissions.length === 0 || permissions.includes(key.permission)) &&
    (statuses.length === 0 || statuses.includes(key.status));
}

function valuesOf({ from_domains, networks, ...key }: KeyView) {
  return { ...key, from_domains: from_domains?.join(", "), networks: networks?.join(", ") };
}
