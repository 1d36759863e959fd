/**
 * The states of a recipient, and the allowed transitions. Generates docs/reference/events.md: each state except `sending` is also the type
 * of the event that enters it.
 */
export const RECIPIENT_STATE_MEANINGS = {
  queued: "Accepted and durable; waits for a worker.",
  sending: "A worker is sending it.",
  delivered: "The receiving server accepted responsibility for it (a final 250).",
  captured:
    "Stored in the dashboard's inbox instead of being delivered, because the instance was in test mode.",
  deferred: "Refused temporarily (4xx), or the server was unreachable. Retried at `next_attempt_at`.",
  bounced:
    "Refused permanently (5xx). The event may also follow later, when a bounce message arrives after the server accepted the email (`late`). The state then stays `delivered`, and the recipient's `bounced_late` becomes true.",
  suppressed: "Not sent, because the address is suppressed.",
  canceled: "Not sent, because it was canceled.",
  expired: "Not delivered before the account's expiry time.",
  uncertain:
    "The email may or may not have arrived, because the connection broke after the final dot or a worker crashed. Retried at `next_attempt_at`, or not at all without that time. A temporary refusal of the retry does not change the state.",
} as const;

export type RecipientState = keyof typeof RECIPIENT_STATE_MEANINGS;
export const RECIPIENT_STATES = Object.keys(RECIPIENT_STATE_MEANINGS) as RecipientState[];

/** Events that do not change the state. Every other event is the entry into the state of the same name. */
export const FURTHER_EVENT_MEANINGS = {
  scheduled: "Accepted and scheduled. `detail.scheduled_at` is the time at which it is sent.",
  complained: "The recipient reported the email as spam.",
} as const;
/**
 * The events of acceptance: `queued`, or `scheduled` if the email is sent later, with `queued` when it is due. They are written only for
 * accounts that ask for them, because one for each email would slow down acceptance.
 */
export const ACCEPTANCE_EVENTS = ["queued", "scheduled"] as const;
export type EventType = RecipientState | keyof typeof FURTHER_EVENT_MEANINGS;
export const eventTypes = [...RECIPIENT_STATES, ...Object.keys(FURTHER_EVENT_MEANINGS)] as EventType[];

/** States that a claim may find. A row in `sending` is claimed again when its lease has expired. */
const OPEN = ["queued", "deferred", "uncertain", "sending"] as const;

type Transitions = { readonly [From in RecipientState]?: readonly RecipientState[] };

/**
 * The transitions of a recipient: for each cause, the states in which it may happen, and the states that may follow. In any other state
 * the cause has no effect. Final states (delivered, captured, bounced, suppressed, canceled, expired) occur on no left side, so they
 * never change.
 */
export const TRANSITIONS = {
  /** A worker takes a due recipient. */
  claim: {
    queued: ["sending"],
    deferred: ["sending"],
    uncertain: ["sending"],
    sending: ["sending"],
  },
  /** A worker returns a recipient that it did not try. The recipient goes back to the state in which it was claimed. */
  release: { sending: OPEN },
  /** A worker records the outcome of an attempt. */
  settle: {
    sending: ["delivered", "captured", "deferred", "bounced", "suppressed", "expired", "uncertain"],
  },
  /** The sender cancels an email, or a person purges the queue. An uncertain recipient stays uncertain, because the mail may have arrived. */
  cancel: { queued: ["canceled"], deferred: ["canceled"], uncertain: ["uncertain"] },
  /** The sender reschedules an email of which no recipient has been claimed. */
  reschedule: { queued: ["queued"] },
  /** A person makes retries due now. */
  retryNow: { deferred: ["deferred"], uncertain: ["uncertain"] },
  /** A backup is restored. Its due mail may have been sent since. */
  holdRestored: {
    queued: ["uncertain"],
    deferred: ["uncertain"],
    uncertain: ["uncertain"],
    sending: ["uncertain"],
  },
  /** A person retries an uncertain recipient. */
  retryUncertain: { uncertain: ["uncertain"] },
  /** A person confirms that the mail arrived. */
  confirmDelivered: { uncertain: ["delivered"] },
  /** A bounce arrives after the attempt was settled. A delivered recipient gets `bounced_late` instead; in other states it is only an event. */
  bounceLate: { uncertain: ["bounced"] },
} as const satisfies Record<string, Transitions>;

export type TransitionCause = keyof typeof TRANSITIONS;

/** The states that an attempt can end in. */
export type SettledState = (typeof TRANSITIONS.settle.sending)[number];

/** The states in which a cause may happen, as a list for `IN (…)`. */
export function statesBefore(cause: TransitionCause): string {
  return Object.keys(TRANSITIONS[cause]).map(quoted).join(", ");
}

/** The next state, as SQL, for causes with only one per state. `row` is a row with the previous state. */
export function stateAfter(cause: TransitionCause, row: string): string {
  const followers = Object.entries(TRANSITIONS[cause]).map(
    ([from, to]) => [from, onlyOne(cause, to)] as const,
  );
  const [[, first] = ["", ""]] = followers;
  if (followers.every(([, to]) => to === first)) return quoted(first);
  return `CASE ${row}.state ${followers.map(([from, to]) => `WHEN ${quoted(from)} THEN ${quoted(to)}`).join(" ")} END`;
}

/** SQL for the state that lists and filters show: a delivered recipient whose email bounced later counts as bounced (decision 75). */
export function shownState(row: string): string {
  return `CASE WHEN ${row}.bounced_late THEN 'bounced' ELSE ${row}.state END`;
}

function onlyOne(cause: TransitionCause, to: readonly RecipientState[]): RecipientState {
  const [state] = to;
  if (state === undefined || to.length !== 1) throw new Error(`${cause} leads to more than one state`);
  return state;
}

function quoted(state: string): string {
  return `'${state}'`;
}
