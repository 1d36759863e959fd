/**
 * Builds messages: RFC 5322 header and lines, RFC 2045–2047 bodies and encoded words, RFC 2046 and 2387 multiparts, RFC 2183
 * and 2231 files and their names.
 *
 * `MessageInput` → header lines (folded) → part tree → bytes, in one pass into one growing buffer.
 *
 * Deterministic: the same input gives the same bytes, so that a retry repeats the message exactly. The output has only CRLF,
 * no line over 998 octets, and is 7-bit clean, with one exception: a mailbox with a non-ASCII local part can only be written
 * as UTF-8 (RFC 6532), and such a message may only be sent with SMTPUTF8.
 *
 * `input/` validates callers' input and returns a sentence when it refuses. `buildMessage` does not rely on that: no input
 * adds a header or part that was not requested.
 */
export { buildMessage, type MessageInput } from "./build-message.ts";
export type { Attachment } from "./file-part.ts";
export { isHeaderName } from "./header-lines.ts";
export { cleanFilename } from "./input/clean-filename.ts";
export { contentTypeOf } from "./input/content-type-of.ts";
export { readContentId } from "./input/read-content-id.ts";
export { readContentType } from "./input/read-content-type.ts";
export { readMessageIds } from "./input/read-message-ids.ts";
export { reasonToRefuseHeader } from "./input/reason-to-refuse-header.ts";
export { reservedHeader } from "./input/reserved-headers.ts";
