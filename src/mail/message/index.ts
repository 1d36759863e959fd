/**
 * Messages that came whole: what RFC 5322 demands of them, and what a door must read in them. They are looked at and never
 * rewritten: fields are ranges of the bytes.
 *
 * `faultOfLines` (RFC 5321 §2.3.8, §4.5.3.1.6) → `readHeaderFields` → `readFrom`, `readText` of single fields
 */
export { faultOfLineEnds, faultOfLines } from "./fault-of-lines.ts";
export { readFrom } from "./read-from.ts";
export { type HeaderField, readHeaderFields } from "./read-header-fields.ts";
export { readText } from "./read-text.ts";
