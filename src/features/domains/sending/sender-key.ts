import { readDomain } from "../ownership/read-domain.ts";
import type { DomainRef } from "../queries.ts";

/** An account and a domain as it was given, as one key for a cache. */
export function senderKey(accountId: string, given: string): string {
  return `${accountId} ${given}`;
}

/** Null: no mailbox can be in such a domain. */
export function readSenderKey(key: string): DomainRef | null {
  const at = key.indexOf(" ");
  const name = readDomain(key.slice(at + 1));
  return name === null ? null : { accountId: key.slice(0, at), name };
}
