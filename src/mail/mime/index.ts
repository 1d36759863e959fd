/**
 * Messages: RFC 5322 header and lines, RFC 2045–2047 bodies and encoded words, RFC 2046 multiparts.
 *
 * `MessageInput` → header lines (folded) → part tree → bytes, in one pass into one growing buffer.
 *
 * Deterministic: the same input gives the same bytes, so that a retry repeats the message exactly. The output has
 * CRLF only, no line over 998 octets, and is 7-bit clean, with one exception: a mailbox whose local part is beyond
 * ASCII can only be written as UTF-8 (RFC 6532), and such a message may only be sent with SMTPUTF8.
 */
export { buildMessage, type MessageInput } from "./build-message.ts";
export { isHeaderName } from "./header-lines.ts";
