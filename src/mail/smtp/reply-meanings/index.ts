/**
 * The meaning of mail servers' refusals, as one table: the words of real replies first, then the codes of RFC 3463, then
 * those of RFC 5321. Used for live replies (4xx and 5xx, any phase) and for replies quoted in bounce messages.
 *
 * `meaningOf({ code, enhanced, text, phase })` → `{ reason, hard, isRecipientError, retryAfterSeconds?, slowDown }`
 */
export type { Meaning, Reason, ReplyFacts } from "./meaning.ts";
export { exonerates, meaningOf } from "./meaning-of.ts";
export { isHardReason } from "./traits.ts";
