import type { EmailEvent, EmailStatus } from "../../api-types.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Check, Clock } from "../../ui/icons.gen.ts";

type StatusLook = {
  label: string;
  tone: BadgeTone;
  /** Explains the status. */
  meaning: string;
};

export const STATUS_LOOKS: Record<EmailStatus, StatusLook> = {
  queued: { label: "Queued", tone: "neutral", meaning: "Accepted and queued." },
  sending: { label: "Sending", tone: "info", meaning: "Sending to the receiving server now." },
  delivered: { label: "Delivered", tone: "good", meaning: "Accepted by the receiving server." },
  captured: {
    label: "Captured",
    tone: "violet",
    meaning: "Captured in the test inbox, not delivered.",
  },
  deferred: { label: "Deferred", tone: "warn", meaning: "Temporary failure. Retries automatically." },
  bounced: { label: "Bounced", tone: "bad", meaning: "Permanently rejected by the receiving server." },
  suppressed: {
    label: "Suppressed",
    tone: "neutral",
    meaning: "Not sent: the address is suppressed.",
  },
  canceled: { label: "Canceled", tone: "neutral", meaning: "Canceled before sending." },
  expired: { label: "Expired", tone: "bad", meaning: "Not delivered before it expired." },
  uncertain: {
    label: "Uncertain",
    tone: "warn",
    meaning: "The connection broke after the message was sent. It may have arrived.",
  },
  partially_delivered: {
    label: "Partially delivered",
    tone: "warn",
    meaning: "Delivered to some recipients.",
  },
};

/** Events are the states, plus events that do not change the state. */
export const EVENT_LOOKS: Record<EmailEvent["type"], StatusLook> = {
  ...STATUS_LOOKS,
  scheduled: { label: "Scheduled", tone: "neutral", meaning: "Accepted, and sent later." },
  complained: { label: "Complained", tone: "bad", meaning: "Reported as spam by the recipient." },
};

/** A scheduled email should not look stuck. */
export function ScheduledBadge() {
  return (
    <Badge tone="info">
      <Clock aria-hidden="true" className="size-3" />
      Scheduled
    </Badge>
  );
}

/** Most emails are delivered. Filled badges for them would hide the others in a long list. */
function DeliveredBadge() {
  return (
    <Badge tone="quiet">
      <Check aria-hidden="true" className="-mx-[3px] size-3 text-good" />
      {STATUS_LOOKS.delivered.label}
    </Badge>
  );
}

/** A spam report is shown instead of the status, because it matters more. */
export function StatusBadge({ status, complained }: { status: EmailStatus; complained: boolean }) {
  if (status === "delivered" && !complained) return <DeliveredBadge />;
  const { label, tone } = complained ? EVENT_LOOKS.complained : STATUS_LOOKS[status];
  return (
    <Badge tone={tone} dot={status === "sending" ? "moving" : "still"}>
      {label}
    </Badge>
  );
}
