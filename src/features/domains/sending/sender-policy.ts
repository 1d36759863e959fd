import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { readDomain } from "../ownership/read-domain.ts";
import { findDomainOwner } from "../queries.ts";
import { reasonToRefuseSender } from "./reason-to-refuse-sender.ts";

/** A domain that is given or taken counts on every node after this time. */
const ownerTtlMs = 500;
const maxCachedDomains = 10_000;

type Given = {
  database: Database;
  /** Whether an account sends only from domains that it holds. */
  onlyVerified: boolean;
};

/** Answers why an account may not send from a domain; null if it may. */
export function createSenderPolicy({ database, onlyVerified }: Given) {
  const owners = new ShortCache({
    load: (domain: string) => findDomainOwner(database, domain),
    ttlMs: ownerTtlMs,
    maxEntries: maxCachedDomains,
  });
  return async function reasonToRefuseDomain(accountId: string, given: string): Promise<string | null> {
    // A spelling that is not the stored one would find no owner and pass for a free domain.
    const domain = readDomain(given);
    if (domain === null) return `${JSON.stringify(given)} is no domain that mail can be sent from.`;
    return reasonToRefuseSender({ onlyVerified, accountId, domain, owner: await owners.get(domain) });
  };
}
