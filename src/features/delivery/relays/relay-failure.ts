import { type AttemptResult, isTried, type TransmitResult } from "../outcome.ts";

const BEFORE_MAIL = new Set(["connect", "greeting", "ehlo", "starttls", "tls", "auth"]);

/**
 * Whether a relay has not heard of the message: it was not reached, did not let us in, or left without an answer to MAIL. Then,
 * and only then, may another one be tried in the same attempt.
 */
export function heardNothing(results: TransmitResult[]): results is AttemptResult[] {
  return results.length > 0 && results.every((result) => isTried(result) && isBeforeMail(result));
}

function isBeforeMail({ kind, phase = "", code }: AttemptResult): boolean {
  if (kind !== "deferred") return false;
  return BEFORE_MAIL.has(phase) || (phase === "mail" && (code === undefined || code === 421));
}

export type RelayFailure = {
  reason: string;
  /** It does not take our credentials, which is not over by itself (RFC 4954 §6: 535 5.7.8). */
  isRefusal: boolean;
};

/** What is wrong with the relay itself, whatever the message; null: nothing. */
export function failureOf(results: TransmitResult[]): RelayFailure | null {
  if (!heardNothing(results)) return null;
  const [first] = results;
  if (!first) return null;
  // It wants us slower, not gone.
  if (first.phase === "mail" && first.slowDown) return null;
  const isRefusal = first.phase === "auth" && ((first.code ?? 0) >= 500 || first.enhanced?.[0] === "5");
  return { reason: first.reason, isRefusal };
}
