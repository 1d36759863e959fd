import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { findDomain } from "../queries.ts";
import { isOk } from "../records/finding.ts";
import { returnPathHost } from "../records/wanted-records.ts";
import { readSenderKey, senderKey } from "./sender-key.ts";

const pathTtlMs = 10_000;
const maxCachedDomains = 10_000;

/** The domain in which bounces of an account's mail come back, once its records are in place; null: none of its own. */
export function createReturnPathDomainOf(database: Database) {
  const hosts = new ShortCache({
    load: (wanted: string) => loadReturnPath(database, wanted),
    ttlMs: pathTtlMs,
    maxEntries: maxCachedDomains,
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
