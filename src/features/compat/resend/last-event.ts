import type { EmailStatus } from "../../emails/index.ts";

/** The values of the SDK's `last_event` that Posthouse uses. */
export type LastEvent =
  | "clicked"
  | "opened"
  | "bounced"
  | "canceled"
  | "complained"
  | "delivered"
  | "delivery_delayed"
  | "failed"
  | "queued"
  | "scheduled"
  | "sent"
  | "suppressed";

const LAST_EVENTS: Record<EmailStatus, LastEvent> = {
  queued: "queued",
  sending: "sent",
  delivered: "delivered",
  // Captured mail has reached its destination, the inbox of the dashboard.
  captured: "delivered",
  deferred: "delivery_delayed",
  bounced: "bounced",
  suppressed: "suppressed",
  canceled: "canceled",
  expired: "failed",
  uncertain: "sent",
  // There is one value for the whole email, so it is the one that needs attention.
  partially_delivered: "failed",
};

export function lastEventOf(
  {
    status,
    complained,
    scheduled_at,
    opened = 0,
    clicked = 0,
  }: {
    status: EmailStatus;
    complained: boolean;
    scheduled_at: string | null;
    /** Recipients who opened or clicked, not counting programs. Absent in lists. */
    opened?: number;
    clicked?: number;
  },
  now: Date,
): LastEvent {
  if (complained) return "complained";
  if (clicked > 0) return "clicked";
  if (opened > 0) return "opened";
  const waits = status === "queued" && scheduled_at !== null && new Date(scheduled_at) > now;
  return waits ? "scheduled" : LAST_EVENTS[status];
}
