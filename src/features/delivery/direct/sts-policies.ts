import type { StsPolicy } from "../../../mail/tls-policy/index.ts";
import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { loadStsPolicy, saveStsPolicy } from "./queries.ts";

const POLICY_TTL_MS = 30_000;

/** The stored MTA-STS policies, which are read for each server of each attempt. */
export class StsPolicies {
  readonly #database: Database;
  readonly #known: ShortCache<string, StsPolicy | null>;

  constructor(database: Database) {
    this.#database = database;
    this.#known = new ShortCache({
      load: (domain) => loadStsPolicy(database, domain),
      ttlMs: POLICY_TTL_MS,
      maxEntries: 20_000,
    });
  }

  load(domain: string): Promise<StsPolicy | null> {
    return this.#known.get(domain);
  }

  async save(policy: StsPolicy): Promise<void> {
    await saveStsPolicy(this.#database, policy);
    this.#known.forget(policy.domain);
  }
}
