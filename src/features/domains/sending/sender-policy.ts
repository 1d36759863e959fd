import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { readDomain } from "../ownership/read-domain.ts";
import { findDomainOwner } from "../queries.ts";
import { reasonToRefuseSender } from "./reason-to-refuse-sender.ts";

/** All nodes know a domain's new owner after this time. */
const OWNER_TTL_MS = 500;
const MAX_CACHED_DOMAINS = 10_000;

type PolicyOptions = {
  database: Database;
  /** True when accounts may only send from domains that they hold. */
  onlyVerified: () => boolean | Promise<boolean>;
};

/** Decides whether an account may send from a domain. */
export class SenderPolicy {
  readonly #onlyVerified: PolicyOptions["onlyVerified"];
  /** By the text of the domain, which is parsed once in a while instead of for each email. Null: not a valid domain. */
  readonly #owned: ShortCache<string, OwnedDomain | null>;

  constructor({ database, onlyVerified }: PolicyOptions) {
    this.#onlyVerified = onlyVerified;
    this.#owned = new ShortCache({
      load: (text: string) => loadOwned(database, text),
      ttlMs: OWNER_TTL_MS,
      maxEntries: MAX_CACHED_DOMAINS,
    });
  }

  /** Returns why the account may not send from the domain, or null if it may. */
  async reasonToRefuse(accountId: string, text: string): Promise<string | null> {
    const owned = await this.#owned.get(text);
    if (owned === null) return `${JSON.stringify(text)} is not a valid sender domain.`;
    const onlyVerified = await this.#onlyVerified();
    return reasonToRefuseSender({ onlyVerified, accountId, ...owned });
  }
}

type OwnedDomain = { domain: string; owner: Awaited<ReturnType<typeof findDomainOwner>> };

async function loadOwned(database: Database, text: string): Promise<OwnedDomain | null> {
  // A spelling other than the stored one would find no owner, and the domain would look free.
  const domain = readDomain(text);
  return domain === null ? null : { domain, owner: await findDomainOwner(database, domain) };
}
