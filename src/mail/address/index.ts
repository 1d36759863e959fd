/**
 * Addresses: RFC 5322 §3.4 as far as one mailbox goes, RFC 5321 §4.1.2 and §4.5.3.1 for what SMTP can carry,
 * RFC 6531 for local parts beyond ASCII, IDNA (UTS #46) for domains.
 *
 * text → `parseMailbox` → `Mailbox` (kept) → `formatMailbox` (in a header)
 *                                          → `compareKey` (to find or compare it)
 *
 * The parser is our own because acceptance is ours: it takes one mailbox, says in words why it does not, and is
 * linear in the length of its input. What it takes, it keeps unchanged but for the domain, which becomes A-labels.
 */
export { compareKey, domainOf, needsSmtpUtf8 } from "./address-parts.ts";
export { formatMailbox } from "./format-mailbox.ts";
export type { Mailbox } from "./mailbox.ts";
export { errorInName } from "./parse-display-name.ts";
export { parseMailbox } from "./parse-mailbox.ts";
export { splitMailboxes } from "./split-mailboxes.ts";
