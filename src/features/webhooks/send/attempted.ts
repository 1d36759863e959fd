import type { WebhookEvent } from "../webhook-event.ts";
import type { AttemptOutcome } from "./attempt.ts";
import type { DueDelivery } from "./due-deliveries.ts";
import { retryDelay } from "./retry-delays.ts";

/** The result of an attempt, for the log of deliveries. */
export type Attempted = {
  event: WebhookEvent;
  attempts: number;
  /** Failed attempts that count against the event, since the first one, the last replay or the last start of the webhook. */
  tries: number;
  state: "succeeded" | "pending" | "failed";
  retrySeconds: number | null;
  /** It was recorded as pending before, so later events of its subject may wait for it. */
  wasPending: boolean;
  /** Null: it was not attempted, because it waits for an earlier event. */
  outcome: AttemptOutcome | null;
};

/**
 * A failure of a delivery that keeps its tries says nothing about the event. It does not count, unless it is the event's first, and the same
 * delay follows again. Otherwise an outage of days would use up the tries.
 */
export function attemptedOf(
  { event, delivery }: { event: WebhookEvent; delivery: DueDelivery | null },
  outcome: AttemptOutcome,
): Attempted {
  const attempts = (delivery?.attempts ?? 0) + 1;
  const wasPending = delivery !== null;
  if (outcome.result === "succeeded")
    return { event, attempts, tries: 0, state: "succeeded", retrySeconds: null, wasPending, outcome };
  const earlierTries = delivery?.tries ?? 0;
  const tries = delivery?.keepsTries ? Math.max(1, earlierTries) : earlierTries + 1;
  const { retryAfterSeconds } = outcome;
  const retrySeconds = retryDelay({ tries, retryAfterSeconds, random: Math.random() });
  const state = retrySeconds === null ? "failed" : "pending";
  return { event, attempts, tries, state, retrySeconds, wasPending, outcome };
}

/** An event that is not sent again, because the webhook's format has no such event since it was changed. */
export function droppedOf({ event, delivery }: { event: WebhookEvent; delivery: DueDelivery }): Attempted {
  const { attempts, tries } = delivery;
  return { event, attempts, tries, state: "failed", retrySeconds: null, wasPending: true, outcome: null };
}

/** An event that waits. It becomes due at once when the earlier one succeeds, or fails for good. */
export function deferredOf(
  { event, delivery }: { event: WebhookEvent; delivery: DueDelivery | null },
  retrySeconds: number,
): Attempted {
  const { attempts = 0, tries = 0 } = delivery ?? {};
  const wasPending = delivery !== null;
  return { event, attempts, tries, state: "pending", retrySeconds, wasPending, outcome: null };
}
