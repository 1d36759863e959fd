import { domainOf, parseMailbox } from "../../../mail/address/index.ts";

/**
 * Returns a domain as lower-case A-labels, the form in which domains are stored and compared, or null when it is not a valid mail
 * domain. Postmaster is a mailbox of every domain (RFC 5321 §4.5.1).
 */
export function readDomain(text: string): string | null {
  const parsed = parseMailbox(`postmaster@${text}`);
  return parsed.ok ? domainOf(parsed.mailbox.address) : null;
}
