import type { EmailStatus } from "../../emails/index.ts";

/** What the SDK knows as `last_event`, as far as we have it. */
export type LastEvent =
  | "bounced"
  | "canceled"
  | "delivered"
  | "delivery_delayed"
  | "failed"
  | "queued"
  | "scheduled"
  | "sent"
  | "suppressed";

const lastEvents: Record<EmailStatus, LastEvent> = {
  queued: "queued",
  sending: "sent",
  delivered: "delivered",
  // Where mail is captured, the inbox of the dashboard is as far as it goes.
  captured: "delivered",
  deferred: "delivery_delayed",
  bounced: "bounced",
  suppressed: "suppressed",
  canceled: "canceled",
  expired: "failed",
  uncertain: "sent",
  // One word for a whole email: the one that calls for a look.
  partially_delivered: "failed",
};

export function lastEventOf(
  { status, scheduled_at }: { status: EmailStatus; scheduled_at: string | null },
  now: Date,
): LastEvent {
  const waits = status === "queued" && scheduled_at !== null && new Date(scheduled_at) > now;
  return waits ? "scheduled" : lastEvents[status];
}
