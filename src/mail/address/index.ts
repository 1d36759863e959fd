/**
 * Addresses: RFC 5322 §3.4 for a single mailbox, RFC 5321 §4.1.2 and §4.5.3.1 for the limits of SMTP, RFC 6531 for non-ASCII
 * local parts, IDNA (UTS #46) for domains.
 *
 * text → `parseMailbox` → `Mailbox` (stored) → `formatMailbox` (in a header)
 * `Mailbox` → `compareKey` (to find or compare it)
 *
 * The parser is our own because it decides which addresses Posthouse accepts. It accepts one mailbox, returns a sentence
 * when it refuses, and is linear in the length of its input. It keeps the local part unchanged and turns the domain into
 * A-labels.
 */
export { compareKey, domainOf, needsSmtpUtf8 } from "./address-parts.ts";
export { formatMailbox } from "./format-mailbox.ts";
export type { Mailbox } from "./mailbox.ts";
export { errorInName, errorInNameLength, MAX_DISPLAY_NAME_LENGTH } from "./parse-display-name.ts";
export { parseMailbox } from "./parse-mailbox.ts";
export { splitMailboxes } from "./split-mailboxes.ts";
