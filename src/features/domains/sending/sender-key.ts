import { readDomain } from "../ownership/read-domain.ts";
import type { DomainRef } from "../queries.ts";

/** Combines an account and a domain, in any spelling, into a cache key. */
export function senderKey(accountId: string, domain: string): string {
  return `${accountId} ${domain}`;
}

/** Returns null when the domain is not a valid mail domain. */
export function readSenderKey(key: string): DomainRef | null {
  const at = key.indexOf(" ");
  const name = readDomain(key.slice(at + 1));
  return name === null ? null : { accountId: key.slice(0, at), name };
}
