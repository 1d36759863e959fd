import { type AttemptResult, isTried, type TransmitResult } from "../outcome.ts";

const BEFORE_MAIL = new Set(["connect", "greeting", "ehlo", "starttls", "tls", "auth"]);

/**
 * Whether a relay has not seen the message: it was unreachable, refused the session, or closed the connection without a reply to MAIL.
 * Only then may another relay be tried in the same attempt.
 */
export function failedBeforeMail(results: TransmitResult[]): results is AttemptResult[] {
  return results.length > 0 && results.every((result) => isTried(result) && isBeforeMail(result));
}

function isBeforeMail({ kind, phase = "", code }: AttemptResult): boolean {
  if (kind !== "deferred") return false;
  return BEFORE_MAIL.has(phase) || (phase === "mail" && (code === undefined || code === 421));
}

export type RelayFailure = {
  reason: string;
  /** It rejects the credentials, which a retry does not change (RFC 4954 §6: 535 5.7.8). */
  isRefusal: boolean;
};

/** The failure of the relay itself, independent of the message. Null: none. */
export function failureOf(results: TransmitResult[]): RelayFailure | null {
  if (!failedBeforeMail(results)) return null;
  const [first] = results;
  if (!first) return null;
  // It asks for a lower rate and works otherwise.
  if (first.phase === "mail" && first.slowDown) return null;
  const isRefusal = first.phase === "auth" && ((first.code ?? 0) >= 500 || first.enhanced?.[0] === "5");
  return { reason: first.reason, isRefusal };
}
