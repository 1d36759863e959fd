/**
 * States of a recipient, and the only ways from one to another. Generates docs/reference/events.md: each state except `queued` and
 * `sending` is also the type of the event that enters it.
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

/** Events that leave the state as it is. Every other event is the entry into the state of the same name. */
export const furtherEventMeanings = {
  complained: "The recipient reported the email as spam.",
} as const;
export type EventType = RecipientState | keyof typeof furtherEventMeanings;
export const eventTypes = [...recipientStates, ...Object.keys(furtherEventMeanings)] as EventType[];

/** States that a claim may find. A row in `sending` is claimed again when its lease has expired. */
const OPEN = ["queued", "deferred", "uncertain", "sending"] as const;

type Transitions = { readonly [From in RecipientState]?: readonly RecipientState[] };

/**
 * The transitions of a recipient: for each cause, the states in which it may happen, and the states that may follow. In every other
 * state nothing happens to the row. Final states (delivered, captured, bounced, suppressed, canceled, expired) stand on no left side,
 * so they never change.
 */
export const TRANSITIONS = {
  /** A worker takes a due recipient. */
  claim: {
    queued: ["sending"],
    deferred: ["sending"],
    uncertain: ["sending"],
    sending: ["sending"],
  },
  /** A worker gives back a recipient that it has not tried: it returns to the state in which it was claimed. */
  release: { sending: OPEN },
  /** A worker records the outcome of an attempt. */
  settle: {
    sending: ["delivered", "captured", "deferred", "bounced", "suppressed", "expired", "uncertain"],
  },
  /** The sender cancels an email, or a person purges the queue. An uncertain recipient may have arrived, so it is only not retried. */
  cancel: { queued: ["canceled"], deferred: ["canceled"], uncertain: ["uncertain"] },
  /** The sender chooses another time for an email of which nothing has begun. */
  reschedule: { queued: ["queued"] },
  /** A person makes retries due now. */
  retryNow: { deferred: ["deferred"], uncertain: ["uncertain"] },
  /** A backup is restored: what was due in it may have been sent since. */
  holdRestored: {
    queued: ["uncertain"],
    deferred: ["uncertain"],
    uncertain: ["uncertain"],
    sending: ["uncertain"],
  },
  /** A person decides that an uncertain recipient is tried again. */
  retryUncertain: { uncertain: ["uncertain"] },
  /** A person found out that the mail arrived. */
  confirmDelivered: { uncertain: ["delivered"] },
  /** A message comes back after its attempt was settled. In other states this is an event only. */
  bounceLate: { uncertain: ["bounced"] },
} as const satisfies Record<string, Transitions>;

export type TransitionCause = keyof typeof TRANSITIONS;

/** The states that an attempt can end in. */
export type SettledState = (typeof TRANSITIONS.settle.sending)[number];

/** The states that a claim can find, and a release can restore. */
export type OpenState = (typeof OPEN)[number];

/** The states in which something may happen to a recipient, as a list for `IN (…)`. */
export function statesBefore(cause: TransitionCause): string {
  return Object.keys(TRANSITIONS[cause]).map(quoted).join(", ");
}

/** The state that follows, as SQL: `row` is a row with the state before. For causes that leave no choice. */
export function stateAfter(cause: TransitionCause, row: string): string {
  const followers = Object.entries(TRANSITIONS[cause]).map(
    ([from, to]) => [from, onlyOne(cause, to)] as const,
  );
  const [[, first] = ["", ""]] = followers;
  if (followers.every(([, to]) => to === first)) return quoted(first);
  return `CASE ${row}.state ${followers.map(([from, to]) => `WHEN ${quoted(from)} THEN ${quoted(to)}`).join(" ")} END`;
}

function onlyOne(cause: TransitionCause, to: readonly RecipientState[]): RecipientState {
  const [state] = to;
  if (state === undefined || to.length !== 1) throw new Error(`${cause} leads to more than one state`);
  return state;
}

function quoted(state: string): string {
  return `'${state}'`;
}
