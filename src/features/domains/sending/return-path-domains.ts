import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { findDomain } from "../queries.ts";
import { isOk } from "../records/finding.ts";
import { returnPathHost } from "../records/wanted-records.ts";
import { readSenderKey, senderKey } from "./sender-key.ts";

const PATH_TTL_MS = 10_000;
const MAX_CACHED_DOMAINS = 10_000;

/** The accounts' own return-path domains. */
export class ReturnPathDomains {
  readonly #hosts: ShortCache<string, string | null>;

  constructor(database: Database) {
    this.#hosts = new ShortCache({
      load: (wanted: string) => loadReturnPath(database, wanted),
      ttlMs: PATH_TTL_MS,
      maxEntries: MAX_CACHED_DOMAINS,
    });
  }

  /** Returns the return-path domain for mail from this domain once its records are in place, or null. */
  async of(accountId: string, fromDomain: string): Promise<string | null> {
    return await this.#hosts.get(senderKey(accountId, fromDomain));
  }
}

async function loadReturnPath(database: Database, wanted: string): Promise<string | null> {
  const ref = readSenderKey(wanted);
  const domain = ref && (await findDomain(database.db, ref));
  if (!domain?.verified_at) return null;
  const isUsable = isOk(domain.findings, "return_path_mx") && isOk(domain.findings, "return_path_spf");
  return isUsable ? returnPathHost(domain) : null;
}
