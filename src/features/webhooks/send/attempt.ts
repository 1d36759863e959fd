import type { GuardedPoster } from "../../../platform/fetch/index.ts";
import type { FeedEvent } from "../../feed/index.ts";
import { signatureHeaders } from "./sign-webhook.ts";

/** Status 410: the receiver wants no more events (RFC 9110 §15.5.11). */
const GONE = 410;

/** The result of one request. */
export type AttemptOutcome = {
  at: Date;
  durationMs: number;
  result: "succeeded" | "gone" | "failed";
  /** Null: there was no response, and `error` says why. */
  status: number | null;
  /** The beginning of the response's body. */
  response: string | null;
  error: string | null;
  retryAfterSeconds: number | null;
};

type Attempt = { url: string; secrets: string[]; event: FeedEvent };

/** Sends an event to a webhook. Never rejects. */
export async function attemptWebhook(
  poster: Pick<GuardedPoster, "post">,
  { url, secrets, event }: Attempt,
): Promise<AttemptOutcome> {
  const at = new Date();
  const body = bodyOf(event);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Posthouse",
    ...signatureHeaders({ id: event.id, at, body, secrets }),
  };
  const answer = await poster.post(url, { body, headers });
  const { durationMs, error } = answer;
  if (answer.status === null)
    return { at, durationMs, result: "failed", status: null, response: null, error, retryAfterSeconds: null };
  const { status, start, retryAfter } = answer;
  const isSuccess = status >= 200 && status < 300;
  return {
    at,
    durationMs,
    result: isSuccess ? "succeeded" : status === GONE ? "gone" : "failed",
    status,
    response: start,
    error: null,
    retryAfterSeconds: retryAfter === null ? null : secondsOf(retryAfter, at),
  };
}

/** The same bytes in each attempt. */
export function bodyOf(event: Pick<FeedEvent, "id" | "type" | "createdAt" | "data">): string {
  const { id, type, createdAt, data } = event;
  return JSON.stringify({ type, id, created_at: createdAt.toISOString(), data });
}

/** RFC 9110 §10.2.3: seconds, or a date. Null: neither. */
function secondsOf(retryAfter: string, now: Date): number | null {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const seconds = (Date.parse(retryAfter) - now.getTime()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
