import { meaningOf, type Outcome } from "../../../mail/smtp/index.ts";
import { type AttemptResult, type TransmitResult, untried } from "../outcome.ts";

type Envelope = { from: string; recipients: string[] };

/** The results of one transaction, one for each recipient. An internal failure is not a result. */
export function toTransmitResults(outcomes: Outcome[], envelope: Envelope): TransmitResult[] {
  return outcomes.map((outcome, n) => {
    const { untried: why, reason } = outcome;
    if (why === undefined) return toResult(outcome, { envelope, recipient: envelope.recipients[n] });
    return why === "exhausted" ? { ...untried("failure"), cause: new Error(reason) } : untried(why);
  });
}

/** Adds the meaning of the reply: for the address, and for the rate. */
function toResult(
  { kind, reason, phase, host, reply, enhanced, tls, plaintext, transcript, durations }: Outcome,
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
    ...(durations && { durations }),
    ...(meaning && {
      meaning: meaning.reason,
      slowDown: meaning.slowDown,
      isRecipientError: meaning.isRecipientError,
      suppresses: kind === "bounced" && meaning.hard && meaning.isRecipientError,
    }),
    ...(meaning?.retryAfterSeconds && { retryAfterSeconds: meaning.retryAfterSeconds }),
  };
}
