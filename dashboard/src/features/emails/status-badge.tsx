import { Clock } from "lucide-react";
import type { EmailStatus, RecipientStatus } from "../../api-types.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

type StatusLook = {
  label: string;
  tone: BadgeTone;
  /** What it means, for those who meet the word for the first time. */
  meaning: string;
};

export const STATUS_LOOKS: Record<EmailStatus, StatusLook> = {
  queued: { label: "Queued", tone: "neutral", meaning: "Accepted and stored; it is sent in a moment." },
  sending: { label: "Sending", tone: "info", meaning: "Being handed to the next server right now." },
  delivered: { label: "Delivered", tone: "good", meaning: "The next server took responsibility for it." },
  captured: {
    label: "Captured",
    tone: "violet",
    meaning: "Kept in the inbox of this dashboard; it reached nobody.",
  },
  deferred: { label: "Deferred", tone: "warn", meaning: "Not possible yet; it is tried again." },
  bounced: { label: "Bounced", tone: "bad", meaning: "The next server refused it for good." },
  suppressed: {
    label: "Suppressed",
    tone: "neutral",
    meaning: "Not sent, because the address is suppressed.",
  },
  canceled: { label: "Canceled", tone: "neutral", meaning: "Called back before it was sent." },
  expired: { label: "Expired", tone: "bad", meaning: "Given up after days of trying." },
  uncertain: {
    label: "Uncertain",
    tone: "warn",
    meaning: "The connection broke at the very end: it may or may not have arrived.",
  },
  partially_delivered: {
    label: "Partially delivered",
    tone: "warn",
    meaning: "Some recipients got it, others did not.",
  },
};

/** Of events: those that are a state, and those that leave the state as it is. */
export const EVENT_LOOKS: Record<RecipientStatus | "complained", StatusLook> = {
  ...STATUS_LOOKS,
  complained: { label: "Complained", tone: "bad", meaning: "The recipient reported it as spam." },
};

/** An email that waits for its own time: nobody should take it for one that is stuck. */
export function ScheduledBadge() {
  return (
    <Badge tone="info">
      <Clock aria-hidden="true" className="size-3" />
      Scheduled
    </Badge>
  );
}

export function StatusBadge({ status }: { status: EmailStatus }) {
  const { label, tone } = STATUS_LOOKS[status];
  return (
    <Badge tone={tone} dot={status === "sending" ? "moving" : "still"}>
      {label}
    </Badge>
  );
}
