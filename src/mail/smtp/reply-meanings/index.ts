/**
 * What mail servers mean by their refusals, as one table: the words of real replies first, then RFC 3463's codes, then
 * RFC 5321's. For live replies (4xx and 5xx, any phase) and for those that bounces quote.
 *
 * `meaningOf({ code, enhanced, text, phase })` → `{ reason, hard, isRecipientError, retryAfterSeconds?, slowDown }`
 */
export type { Meaning, Reason, ReplyFacts } from "./meaning.ts";
export { exonerates, meaningOf } from "./meaning-of.ts";
