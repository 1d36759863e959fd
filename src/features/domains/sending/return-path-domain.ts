import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { findDomain } from "../queries.ts";
import { isOk } from "../records/finding.ts";
import { returnPathHost } from "../records/wanted-records.ts";
import { readSenderKey, senderKey } from "./sender-key.ts";

const PATH_TTL_MS = 10_000;
const MAX_CACHED_DOMAINS = 10_000;

/** Returns the account's own return-path domain once its records are in place, or null. */
export function createReturnPathDomainOf(database: Database) {
  const hosts = new ShortCache({
    load: (wanted: string) => loadReturnPath(database, wanted),
    ttlMs: PATH_TTL_MS,
    maxEntries: MAX_CACHED_DOMAINS,
  });
  return async function returnPathDomainOf(accountId: string, fromDomain: string): Promise<string | null> {
    return await hosts.get(senderKey(accountId, fromDomain));
  };
}

async function loadReturnPath(database: Database, wanted: string): Promise<string | null> {
  const ref = readSenderKey(wanted);
  const domain = ref && (await findDomain(database.db, ref));
  if (!domain?.verified_at) return null;
  const isUsable = isOk(domain.findings, "return_path_mx") && isOk(domain.findings, "return_path_spf");
  return isUsable ? returnPathHost(domain) : null;
}
