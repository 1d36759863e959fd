/**
 * Complete messages from outside: the checks of RFC 5322, and the fields that a server must read. Fields are ranges of the
 * bytes, and changes are a list of edits, so that all other bytes stay unchanged.
 *
 * `readLines` (RFC 5321 §2.3.8, §4.5.3.1.6) → `readHeaderFields` → `readFrom`, `readText` of single fields
 * → `encodeLongLines` (RFC 5322 §2.1.1) → `applyEdits`
 */
export { applyEdits, type Edit } from "./edit.ts";
export { errorInLineEnds, readLines } from "./error-in-lines.ts";
export { encodeLongLines } from "./long-lines/encode-long-lines.ts";
export { readFrom } from "./read-from.ts";
export { type HeaderField, readHeaderFields } from "./read-header-fields.ts";
export { readText } from "./read-text.ts";
export { sendersIn } from "./senders-in.ts";
