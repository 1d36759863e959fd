import type { GuardedPoster } from "../../../platform/fetch/index.ts";
import { bodyOf, type WebhookFormat } from "../payloads/body-of.ts";
import { type CustomHeaders, signingAt, type TimedSigner } from "../signatures/secrets.ts";
import { type SendgridKey, sendgridKeyAt, sendgridSignature } from "../signatures/sendgrid-signature.ts";
import { joinSignatures, signatureHeaders, signatureOf } from "../signatures/sign-webhook.ts";
import type { WebhookEvent } from "../webhook-event.ts";

/** The receiver asks for no more requests (RFC 9110 §15.5.11). */
const GONE = 410;

/** The result of one request. */
export type AttemptOutcome = {
  at: Date;
  durationMs: number;
  url: string;
  format: WebhookFormat;
  signature: string;
  result: "succeeded" | "gone" | "failed";
  /** Null: there was no response, and `error` says why. */
  status: number | null;
  /** The beginning of the response's body. */
  response: string | null;
  error: string | null;
  retryAfterSeconds: number | null;
};

/** Where and how a webhook's events are sent. */
export type Destination = {
  /** Requests with the same pool share connections. */
  pool: string;
  url: string;
  format: WebhookFormat;
  signers: readonly TimedSigner[];
  /** Empty in other formats than SendGrid's. */
  sendgridKeys: readonly SendgridKey[];
  headers: CustomHeaders;
};

/**
 * Sends an event to a webhook. `at`: the time of the signature, by the clock that all nodes share. Rejects only an event that the format
 * does not have.
 */
export async function attemptWebhook(
  poster: Pick<GuardedPoster, "post">,
  destination: Destination,
  event: WebhookEvent,
  at: Date,
): Promise<AttemptOutcome> {
  const { pool, url, format, headers } = destination;
  const body = bodyOf(event, format);
  if (body === null) throw new Error(`the format ${format} has no event ${event.type}`);
  const signature = sign(destination, { id: event.id, at, body });
  const request = { url, format, signature };
  const posted = await poster.post(url, {
    body,
    headers: { ...headers, ...requestHeaders({ id: event.id, at, signature }) },
    pool,
  });
  const { durationMs, error } = posted;
  if (posted.status === null) {
    const none = { status: null, response: null, error, retryAfterSeconds: null };
    return { at, durationMs, ...request, result: "failed", ...none };
  }
  const { status, start, retryAfter } = posted;
  const isSuccess = status >= 200 && status < 300;
  return {
    at,
    durationMs,
    ...request,
    result: isSuccess ? "succeeded" : status === GONE ? "gone" : "failed",
    status,
    response: start,
    error: null,
    retryAfterSeconds: retryAfter === null ? null : secondsOf(retryAfter, at),
  };
}

function sign(
  { signers, sendgridKeys }: Destination,
  request: { id: string; at: Date; body: string },
): string {
  const key = sendgridKeyAt(sendgridKeys, request.at);
  const current = signingAt(signers, request.at).map((timed) => timed.sign);
  const standard = signatureOf({ ...request, signers: current });
  return joinSignatures(standard, key === null ? null : sendgridSignature(key, request));
}

/** The headers of a request besides those that a user added. */
export function requestHeaders(signed: { id: string; at: Date; signature: string }): Record<string, string> {
  return { "content-type": "application/json", "user-agent": "Posthouse", ...signatureHeaders(signed) };
}

/** RFC 9110 §10.2.3: seconds, or a date. Null: neither. */
function secondsOf(retryAfter: string, now: Date): number | null {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const seconds = (Date.parse(retryAfter) - now.getTime()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
