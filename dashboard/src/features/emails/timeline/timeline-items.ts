import type {
  EmailDetail,
  EmailRecipient,
  EmailWebhookDelivery,
  RecipientEvent,
} from "../../../api-types.ts";
import { type Engagement, isPerson } from "../../tracking/describe-engagement.ts";
import { isOpen } from "../emails.ts";

type Timed = {
  key: string;
  at: string;
  /** The time since what came before it; null: unknown. */
  sinceMs: number | null;
  /** Null: it is about all recipients, or about one that is not known. */
  recipient: EmailRecipient | null;
};
type WebhookAttempt = EmailWebhookDelivery["log"][number];

type PastItem =
  | (Timed & { kind: "accepted" })
  | (Timed & { kind: "event"; event: RecipientEvent; recipient: EmailRecipient })
  | (Timed & { kind: "engagement"; engagement: Engagement; recipient: EmailRecipient })
  | (Timed & { kind: "webhook"; delivery: EmailWebhookDelivery; attempt: WebhookAttempt });

/** An item without a past: it comes next, or a person has to decide. */
type NextItem =
  | { kind: "decision" | "next"; key: string; recipient: EmailRecipient }
  | { kind: "webhook-next"; key: string; at: string; delivery: EmailWebhookDelivery };

export type TimelineItem = PastItem | NextItem;

export type TimelineChoice = {
  /** The position of the only recipient whose items are shown. */
  position?: number | undefined;
  /** Whether opens and clicks of programs are shown. */
  showsMachines: boolean;
};

/** Items of one millisecond, in the order of cause and effect. */
const ORDER: PastItem["kind"][] = ["accepted", "event", "engagement", "webhook"];

/** All that happened to an email, in order of time, and then what comes next. */
export function timelineOf(
  email: EmailDetail,
  deliveries: readonly EmailWebhookDelivery[],
  { position, showsMachines }: TimelineChoice,
): TimelineItem[] {
  const chosen = email.recipients.filter(
    (recipient) => position === undefined || recipient.position === position,
  );
  const isHidden = (one: Engagement): boolean => !showsMachines && !isShownAlways(one);
  const hidden = new Set(
    chosen.flatMap(({ engagements }) => engagements.filter(isHidden).map(({ id }) => id)),
  );
  const past = chosen.map((recipient) => pastOf(recipient, hidden));
  const causes = new Map(past.flat().map((item) => [item.key, item]));
  const shown = past.flatMap((items) =>
    withDurations(
      items.filter((item) => !repeatsAcceptance(item, email)),
      email.created_at,
    ),
  );
  // An event of a recipient who is not chosen, or an engagement that was not loaded, is not known.
  const about = deliveries.filter(({ event_id: id }) =>
    position === undefined ? !hidden.has(id) : causes.has(id),
  );
  const accepted: PastItem = {
    kind: "accepted",
    key: "accepted",
    at: email.created_at,
    sinceMs: null,
    recipient: null,
  };
  const attempts = about.flatMap((delivery) => attemptsOf(delivery, causes.get(delivery.event_id)));
  return [
    ...[accepted, ...shown, ...attempts].sort(inOrderOfTime),
    ...chosen.flatMap(nextOf),
    ...about.flatMap(nextAttemptOf),
  ];
}

/** The opens and clicks that are hidden at first. */
export function countMachines(recipients: readonly EmailRecipient[]): number {
  return recipients.flatMap(({ engagements }) => engagements).filter((one) => !isShownAlways(one)).length;
}

/** Whether the item says the same as the first one: that the email was accepted. A scheduled email is queued later. */
function repeatsAcceptance(item: PastItem, { scheduled_at }: EmailDetail): boolean {
  if (item.kind !== "event") return false;
  return item.event.type === "scheduled" || (item.event.type === "queued" && scheduled_at === null);
}

function isShownAlways({ actor, kind }: Engagement): boolean {
  return isPerson(actor) || kind === "unsubscribe";
}

/** A recipient's events and engagements that are not hidden. */
function pastOf(recipient: EmailRecipient, hidden: ReadonlySet<string>): PastItem[] {
  const { events, engagements } = recipient;
  const items: PastItem[] = [
    ...events.map((event) => ({ kind: "event" as const, event, ...timed(event, recipient) })),
    ...engagements
      .filter(({ id }) => !hidden.has(id))
      .map((engagement) => ({
        kind: "engagement" as const,
        engagement,
        ...timed(engagement, recipient),
      })),
  ];
  return items.sort(inOrderOfTime);
}

/** Adds the time since the item before to items in order of time. */
function withDurations(items: PastItem[], acceptedAt: string): PastItem[] {
  return items.map((item, index) => ({
    ...item,
    sinceMs: msBetween(items[index - 1]?.at ?? acceptedAt, item.at),
  }));
}

function timed({ id, created_at }: { id: string; created_at: string }, recipient: EmailRecipient) {
  return { key: id, at: created_at, sinceMs: null, recipient };
}

/** The attempts of a delivery, with the time since its event. */
function attemptsOf(delivery: EmailWebhookDelivery, cause: PastItem | undefined): PastItem[] {
  return delivery.log.map((attempt) => ({
    kind: "webhook",
    key: `${delivery.event_id} ${delivery.webhook.id} ${attempt.attempt}`,
    at: attempt.at,
    sinceMs: cause === undefined ? null : msBetween(cause.at, attempt.at),
    recipient: cause?.recipient ?? null,
    delivery,
    attempt,
  }));
}

function nextOf(recipient: EmailRecipient): NextItem[] {
  const key = String(recipient.position);
  if (isOpen(recipient)) return [{ kind: "next", key: `next ${key}`, recipient }];
  if (recipient.state === "uncertain") return [{ kind: "decision", key: `decision ${key}`, recipient }];
  return [];
}

function nextAttemptOf(delivery: EmailWebhookDelivery): NextItem[] {
  const { next_attempt_at: at, event_id, webhook } = delivery;
  return at === null ? [] : [{ kind: "webhook-next", key: `next ${event_id} ${webhook.id}`, at, delivery }];
}

/** Clocks of two machines may differ, and nothing happens before its cause. */
function msBetween(from: string, to: string): number {
  return Math.max(Date.parse(to) - Date.parse(from), 0);
}

function inOrderOfTime(a: PastItem, b: PastItem): number {
  return (
    Date.parse(a.at) - Date.parse(b.at) ||
    ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
    a.key.localeCompare(b.key)
  );
}
