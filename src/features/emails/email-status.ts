/**
 * The states of a recipient. An email's status follows from them: the worst open state, otherwise the common final state, otherwise
 * `partially_delivered`. The rule itself is the SQL function email_status, because lists filter by it. This table generates
 * docs/reference/events.md: each state except the first two is also the type of the event that enters it.
 */
export const recipientStateMeanings = {
  queued: "Accepted and stored; waiting for a worker.",
  sending: "In flight: a worker is sending it.",
  delivered: "The next server accepted the message (250 after the final dot).",
  captured: "Stored in the dashboard's inbox, because no real transport is configured.",
  deferred:
    "Temporarily rejected (4xx), or the server was not reachable. It is retried at `next_attempt_at`.",
  bounced:
    "Permanently rejected (5xx). The event can also follow a final state, if the message bounced after it was accepted (`late`). The final state does not change.",
  suppressed: "Not sent, because the address is suppressed.",
  canceled: "Not sent, because it was canceled.",
  expired: "No attempt succeeded within three days. It is not retried any more.",
  uncertain:
    "The connection broke after the final dot, so the message may or may not have arrived. It is retried at `next_attempt_at`; if that is null, it is not retried.",
} as const;

export type RecipientState = keyof typeof recipientStateMeanings;
export const recipientStates = Object.keys(recipientStateMeanings) as RecipientState[];

/** An event means that a recipient entered a state, or it is one of these, which do not change the state. */
export const furtherEventMeanings = {
  complained: "The recipient reported the email as spam.",
} as const;
export type EventType = RecipientState | keyof typeof furtherEventMeanings;
export const EVENT_TYPES = [...recipientStates, ...Object.keys(furtherEventMeanings)] as EventType[];

export type EmailStatus = RecipientState | "partially_delivered";
export const EMAIL_STATUSES: EmailStatus[] = [...recipientStates, "partially_delivered"];
