import { timingSafeEqual } from "node:crypto";
import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Principal } from "../../../platform/http/index.ts";
import { hashApiKey, prefixOf } from "../api-key.ts";
import { type Network, parseNetworks } from "../networks.ts";
import { findSecret, type SecretRow } from "./queries.ts";

/** A key whose secret is right. `reasonToRefuseKey` decides whether it may be used now and from this network. */
export type KnownKey = Readonly<{
  principal: Principal & { keyId: number };
  /** Null: any network. */
  networks: readonly Network[] | null;
  ended: "key" | "secret" | null;
  /** Null: not paused. */
  pausedReason: string | null;
}>;

/** A revoked or edited key takes effect on all nodes within this time. A key costs at most one query per interval. */
const CACHE_MS = 500;
const MAX_CACHED_KEYS = 10_000;
/** Compared if the prefix does not exist, so that the timing is the same. */
const NO_HASH = Buffer.alloc(32);

/** Caches keys by their whole text: a busy key is loaded, hashed and compared twice a second instead of with each request. */
export class KnownKeys {
  readonly #cache: ShortCache<string, KnownKey | null>;

  constructor(database: Database) {
    this.#cache = new ShortCache({
      load: (secret) => verify(database, secret),
      ttlMs: CACHE_MS,
      maxEntries: MAX_CACHED_KEYS,
    });
  }

  /** Null for an unknown secret. */
  get(secret: string): Promise<KnownKey | null> {
    return this.#cache.get(secret);
  }
}

/** A typo is refused by its checksum, without a query. */
async function verify(database: Database, secret: string): Promise<KnownKey | null> {
  const prefix = prefixOf(secret);
  if (prefix === null) return null;
  const row = await findSecret(database, prefix);
  const isRight = timingSafeEqual(row?.secret_hash ?? NO_HASH, hashApiKey(secret));
  if (!row || !isRight) return null;
  return knownKeyOf(row);
}

export function knownKeyOf(row: SecretRow): KnownKey {
  const limits = Object.freeze({ fromDomains: row.from_domains, dailyLimit: row.daily_limit });
  const principal = Object.freeze({
    accountId: row.account_id,
    via: "key" as const,
    keyId: row.id,
    personId: null,
    permission: row.permission,
    limits: limits.fromDomains === null && limits.dailyLimit === null ? null : limits,
    longLines: row.long_lines,
    isLimited: row.is_limited,
  });
  return Object.freeze({
    principal,
    networks: row.networks && parseNetworks(row.networks),
    ended: row.has_expired ? "key" : row.is_replaced ? "secret" : null,
    pausedReason: row.paused_reason,
  });
}
