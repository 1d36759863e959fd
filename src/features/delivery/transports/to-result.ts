import { meaningOf, type Outcome } from "../../../mail/smtp/index.ts";
import type { AttemptResult } from "../outcome.ts";

type Envelope = { from: string; recipients: string[] };

/** What one transaction came to for each of its recipients, with what the replies mean for their addresses and for our manners. */
export function toResults(outcomes: Outcome[], envelope: Envelope): AttemptResult[] {
  return outcomes.map((outcome, n) => toResult(outcome, { envelope, recipient: envelope.recipients[n] }));
}

function toResult(
  { kind, reason, phase, host, reply, enhanced, tls, plaintext, transcript }: Outcome,
  { envelope, recipient = null }: { envelope: Envelope; recipient?: string | null | undefined },
): AttemptResult {
  const code = enhanced ?? reply?.enhanced;
  const isRefusal = kind === "deferred" || kind === "bounced";
  const meaning =
    reply && isRefusal
      ? meaningOf({
          code: reply.code,
          enhanced: reply.enhanced,
          text: reply.line,
          phase,
          senders: [envelope.from],
          recipient,
          isForSeveral: envelope.recipients.length > 1,
        })
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
