import { domainToASCII } from "node:url";

/** The part after the last @. `parseMailbox` refuses an @ in a quoted local part; RFC 5321 §4.1.2 allows it. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** RFC 6531 §3.3: only a server that offers SMTPUTF8 accepts a non-ASCII local part. */
export function needsSmtpUtf8(address: string): boolean {
  for (let at = address.lastIndexOf("@") - 1; at >= 0; at -= 1) {
    if (address.charCodeAt(at) > 0x7f) return true;
  }
  return false;
}

/**
 * The form in which two spellings of one mailbox are equal: lower case, NFC, domain as A-labels, quotes only when needed.
 * Servers may distinguish `A@x` from `a@x` (RFC 5321 §2.4); in practice none does, and a suppression that does not match
 * because of a capital letter would do harm.
 */
export function compareKey(address: string): string {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, Math.max(at, 0));
  const domain = address.slice(at + 1);
  return `${unquote(local).normalize("NFC").toLowerCase()}@${domainToASCII(domain) || domain.toLowerCase()}`;
}

/** RFC 5321 §4.1.2: `"ab"` and `ab` are the same local part, as are `"a\b"` and `"ab"`. */
function unquote(local: string): string {
  if (!local.startsWith('"')) return local;
  const content = local.slice(1, -1).replace(/\\(.)/gu, "$1");
  const plain = /^[^\s"(),:;<>@[\\\].]+(?:\.[^\s"(),:;<>@[\\\].]+)*$/u.test(content);
  return plain ? content : `"${content.replace(/["\\]/g, "\\$&")}"`;
}
