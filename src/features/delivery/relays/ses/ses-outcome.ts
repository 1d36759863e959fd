import type { AttemptResult } from "../../outcome.ts";

/** Results by the name of Amazon's error (SES API v2, SendEmail, Errors; Common Error Types). The event's `line` has its text. */
const OUTCOMES = new Map<string, Partial<AttemptResult> & Pick<AttemptResult, "kind">>([
  // TooManyRequestsException: Maximum sending rate exceeded. / ThrottlingException: Rate exceeded
  ["TooManyRequestsException", { kind: "deferred", phase: "mail", slowDown: true }],
  ["ThrottlingException", { kind: "deferred", phase: "mail", slowDown: true }],
  ["Throttling", { kind: "deferred", phase: "mail", slowDown: true }],
  // LimitExceededException: Daily message quota exceeded.
  ["LimitExceededException", { kind: "deferred", phase: "mail", retryAfterSeconds: 3_600 }],
  // MessageRejected: Email address is not verified. / Message contains a virus
  ["MessageRejected", { kind: "bounced", phase: "dot", enhanced: "5.7.1", meaning: "policy" }],
  // BadRequestException: Domain contains illegal character / Missing final '@domain'
  ["BadRequestException", { kind: "bounced", phase: "dot", enhanced: "5.6.0", meaning: "content" }],
  // AccountSuspendedException, SendingPausedException: the account's ability to send email has been paused
  ["AccountSuspendedException", { kind: "deferred", phase: "mail", retryAfterSeconds: 3_600 }],
  ["SendingPausedException", { kind: "deferred", phase: "mail", retryAfterSeconds: 3_600 }],
  // MailFromDomainNotVerifiedException, NotFoundException (of the configuration set): the operator must correct the set-up
  ["MailFromDomainNotVerifiedException", { kind: "deferred", phase: "mail" }],
  ["NotFoundException", { kind: "deferred", phase: "mail" }],
]);

/** UnrecognizedClientException: The security token included in the request is invalid. / SignatureDoesNotMatch, ExpiredToken … */
const REFUSED_KEY: Partial<AttemptResult> & Pick<AttemptResult, "kind"> = {
  kind: "deferred",
  phase: "auth",
  enhanced: "5.7.8",
};

/** Errors before anything was sent. After any other broken connection, it is unknown what Amazon received. */
const UNREACHED = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

type SesError = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

/** The result of a failed request. A request that broke after it was sent is uncertain. */
export function outcomeOfSesError(thrown: unknown): AttemptResult {
  const error = thrown as SesError;
  const status = error.$metadata?.httpStatusCode;
  // A successful response that cannot be read to its end does not count.
  if (status === undefined || status < 400) return outcomeOfBreak(error);
  const line = `${error.name}: ${error.message}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").slice(0, 1_000);
  const known = OUTCOMES.get(error.name) ?? (status === 403 || status === 401 ? REFUSED_KEY : null);
  if (known) return { ...known, line, reason: `Amazon SES replied ${line}` };
  // 503 is returned before any work; with 500 and 504 it is unknown how far the request got.
  const isUncertain = status >= 500 && status !== 503;
  const kind = isUncertain ? "uncertain" : "deferred";
  const phase = isUncertain ? "dot" : "mail";
  return { kind, phase, line, reason: `Amazon SES replied ${line} (HTTP ${status})` };
}

function outcomeOfBreak(error: SesError): AttemptResult {
  const what = error.message || error.code || error.name;
  const isUnreached =
    UNREACHED.has(error.code ?? "") || /without establishing a connection/.test(error.message);
  if (isUnreached)
    return { kind: "deferred", phase: "connect", reason: `Amazon SES was unreachable: ${what}.` };
  return {
    kind: "uncertain",
    phase: "dot",
    reason: `the connection to Amazon SES broke after the request was sent: ${what}`,
  };
}
