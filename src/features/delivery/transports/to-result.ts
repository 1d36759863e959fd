import { meaningOf, type Outcome } from "../../../mail/smtp/index.ts";
import { type AttemptResult, type Told, untried } from "../outcome.ts";

/** An outcome that is ours and no server's becomes no result. */
export function toTold(outcome: Outcome): Told {
  if (outcome.untried === undefined) return toResult(outcome);
  const { untried: why, reason } = outcome;
  return why === "exhausted" ? { ...untried("failure"), cause: new Error(reason) } : untried(why);
}

/** What an SMTP conversation came to, with what its reply means for the address and for our manners. */
function toResult({
  kind,
  reason,
  phase,
  host,
  reply,
  enhanced,
  tls,
  plaintext,
  transcript,
}: Outcome): AttemptResult {
  const code = enhanced ?? reply?.enhanced;
  const isRefusal = kind === "deferred" || kind === "bounced";
  const meaning =
    reply && isRefusal
      ? meaningOf({ code: reply.code, enhanced: reply.enhanced, text: reply.line, phase })
      : null;
  return {
    kind,
    reason,
    phase,
    host,
    ...(code && { enhanced: code }),
    ...(reply && { code: reply.code, line: reply.line }),
    ...(tls && { tls }),
    ...(plaintext && { plaintext }),
    ...(transcript && { transcript }),
    ...(meaning && {
      meaning: meaning.reason,
      slowDown: meaning.slowDown,
      isRecipientsFault: meaning.isRecipientsFault,
      suppresses: kind === "bounced" && meaning.hard && meaning.isRecipientsFault,
    }),
    ...(meaning?.retryAfterSeconds && { retryAfterSeconds: meaning.retryAfterSeconds }),
  };
}
