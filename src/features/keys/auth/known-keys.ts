import { timingSafeEqual } from "node:crypto";
import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Principal } from "../../../platform/http/index.ts";
import { hashApiKey, prefixOf } from "../api-key.ts";
import { type Network, parseNetworks } from "../networks.ts";
import { findSecret } from "./queries.ts";

/** A key whose secret was right. Whether it may be used now, and from there, is decided by `reasonToRefuseKey`. */
export type KnownKey = Readonly<{
  principal: Principal;
  /** Null: from anywhere. */
  networks: readonly Network[] | null;
  ended: "key" | "secret" | null;
  /** Null: it is not paused. */
  pausedReason: string | null;
}>;

/** What was revoked or edited counts no later than this, on any node; within it the busiest key costs one query. */
const CACHE_MS = 500;
const MAX_CACHED_KEYS = 10_000;
/** Compared with when there is no such prefix, so that the work is the same. */
const NO_HASH = Buffer.alloc(32);

/** Keys by their whole text, so that one in constant use is read, hashed and compared twice a second and not with each request. */
export class KnownKeys {
  readonly #cache: ShortCache<string, KnownKey | null>;

  constructor(database: Database) {
    this.#cache = new ShortCache({
      load: (secret) => verify(database, secret),
      ttlMs: CACHE_MS,
      maxEntries: MAX_CACHED_KEYS,
    });
  }

  /** Null for a secret that no key has. */
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
