/**
 * States of a recipient, and the status of an email that follows from them: the worst open state, else the common final
 * one, else `partially_delivered`. The rule itself is the SQL function email_status, because lists filter by it.
 * Generates docs/reference/events.md: each state but the first two is also the type of the event that enters it.
 */
export const recipientStateMeanings = {
  queued: "Accepted and durable; a worker will take it.",
  sending: "A worker has it in hand.",
  delivered: "The next server took responsibility for it (a final 250).",
  captured: "Kept for the dashboard's inbox, because no real transport is configured.",
  deferred: "Refused for now (4xx) or not reachable; it is tried again at `next_attempt_at`.",
  bounced:
    "Refused for good (5xx). As an event also later: the message came back after it had been taken (`late`); a final state stays as it is.",
  suppressed: "Not sent, because the address is suppressed.",
  canceled: "Not sent, because it was canceled.",
  expired: "Given up after three days of attempts.",
  uncertain:
    "The connection broke after the final dot: it may or may not have arrived. It is tried again at `next_attempt_at`; without one, nobody tries any more.",
} as const;

export type RecipientState = keyof typeof recipientStateMeanings;
export const recipientStates = Object.keys(recipientStateMeanings) as RecipientState[];

/** An event is a recipient's coming into a state, or one of these, which leave the state as it is. */
export const furtherEventMeanings = {
  complained: "The recipient reported the email as spam.",
} as const;
export type EventType = RecipientState | keyof typeof furtherEventMeanings;
export const eventTypes = [...recipientStates, ...Object.keys(furtherEventMeanings)] as EventType[];

export type EmailStatus = RecipientState | "partially_delivered";
export const emailStatuses: EmailStatus[] = [...recipientStates, "partially_delivered"];
