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
  onlyVerified: boolean;
};

/** Creates a function that returns why an account may not send from a domain, or null. */
export function createSenderPolicy({ database, onlyVerified }: PolicyOptions) {
  const owners = new ShortCache({
    load: (domain: string) => findDomainOwner(database, domain),
    ttlMs: OWNER_TTL_MS,
    maxEntries: MAX_CACHED_DOMAINS,
  });
  return async function reasonToRefuseDomain(accountId: string, text: string): Promise<string | null> {
    // Another spelling than the stored one would find no owner and look like a free domain.
    const domain = readDomain(text);
    if (domain === null) return `${JSON.stringify(text)} is not a valid sender domain.`;
    return reasonToRefuseSender({ onlyVerified, accountId, domain, owner: await owners.get(domain) });
  };
}
