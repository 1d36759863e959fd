import { domainOf, parseMailbox } from "../../../mail/address/index.ts";

/**
 * A domain as lower-case A-labels, or null if no mailbox can be in it: the one spelling in which domains are stored and compared.
 * RFC 5321 §4.5.1: postmaster is a mailbox of every domain.
 */
export function readDomain(text: string): string | null {
  const parsed = parseMailbox(`postmaster@${text}`);
  return parsed.ok ? domainOf(parsed.mailbox.address) : null;
}
