type Step = { type: string; afterMs: number; detail: Record<string, unknown> };

/** The outcome of an email with one recipient: an event for each attempt. */
export type Outcome = { steps: Step[]; nextAttemptAt: Date | null };

const HOST = "smtp.example.net";
const COMMON = { host: HOST, route: "direct" };

/** How the mailbox provider of a domain behaves. */
type Receiver = {
  provider: string;
  /** The time until a delivery at the first attempt: in normal cases, and in slow ones. */
  normalMs: number;
  slowMs: number;
  bounces: number;
  defers: number;
  complains: number;
};

/** The domains of invented-shop.ts, as if these providers received their mail. */
export const RECEIVERS: Readonly<Record<string, Receiver>> = {
  "example.com": {
    provider: "google.com",
    normalMs: 380,
    slowMs: 2_600,
    bounces: 0.018,
    defers: 0.012,
    complains: 0.0006,
  },
  "example.org": {
    provider: "outlook.com",
    normalMs: 1_450,
    slowMs: 9_500,
    bounces: 0.026,
    defers: 0.13,
    complains: 0.0012,
  },
  "mail.example": {
    provider: "yahoodns.net",
    normalMs: 720,
    slowMs: 6_000,
    bounces: 0.068,
    defers: 0.07,
    complains: 0.0034,
  },
  "example.net": {
    provider: "icloud.com",
    normalMs: 510,
    slowMs: 3_100,
    bounces: 0.012,
    defers: 0.02,
    complains: 0.0004,
  },
};
const NORMAL: Receiver = RECEIVERS["example.net"] as Receiver;

const delivered = (afterMs: number): Step => ({
  type: "delivered",
  afterMs,
  detail: {
    ...COMMON,
    phase: "dot",
    code: 250,
    enhanced: "2.0.0",
    line: "250 2.0.0 Ok: queued as 4cXk2N1zqPz9t",
    tls: "TLSv1.3",
    durations: durationsOf(afterMs),
  },
});

/** Phases that add up to about the whole. */
function durationsOf(ms: number) {
  const wait = Math.min(ms, 2_000);
  const part = (share: number) => Math.max(1, Math.round(wait * share));
  return {
    queue: Math.max(1, ms - wait + part(0.04)),
    dns: part(0.05),
    connect: part(0.12),
    tls: part(0.19),
    mail: part(0.08),
    rcpt: part(0.09),
    data: part(0.1),
    reply: part(0.33),
  };
}

const refusal = (
  type: "bounced" | "deferred",
  meaning: string,
  line: string,
  phase = "rcpt",
): Omit<Step, "afterMs"> => {
  const [code = "550", enhanced] = line.split(" ");
  return {
    type,
    detail: {
      ...COMMON,
      phase,
      code: Number(code),
      enhanced,
      line,
      meaning,
      durations: { connect: 42, tls: 61, mail: 38, rcpt: 47 },
    },
  };
};

const BOUNCES: [weight: number, Omit<Step, "afterMs">][] = [
  [52, refusal("bounced", "no_such_user", "550 5.1.1 No mailbox here by that name")],
  [17, refusal("bounced", "mailbox_full", "552 5.2.2 Mailbox is full")],
  [12, refusal("bounced", "suspended", "550 5.2.1 The account is disabled")],
  [9, refusal("bounced", "spam_content", "554 5.7.1 Message looks like spam", "dot")],
  [6, refusal("bounced", "no_such_domain", "550 5.1.2 Domain does not exist")],
  [4, refusal("bounced", "auth_failure", "550 5.7.26 Unauthenticated mail is not accepted", "dot")],
];
const DEFERRALS: [weight: number, Omit<Step, "afterMs">][] = [
  [60, refusal("deferred", "greylisted", "450 4.2.0 Greylisted, please try again")],
  [40, refusal("deferred", "rate_limited", "421 4.7.0 Too many messages, slow down", "mail")],
];

/** About 4 % bounce, 5 % are deferred first, and the rest is delivered at once; it depends on the domain. */
export function drawOutcome(random: () => number, domain: string): Outcome {
  const receiver = RECEIVERS[domain] ?? NORMAL;
  const lot = random();
  const ms = Math.round(
    receiver.normalMs * (0.6 + random()) + (random() < 0.08 ? random() * receiver.slowMs * 4 : 0),
  );
  if (lot < receiver.bounces)
    return { steps: [{ ...pick(BOUNCES, random), afterMs: ms }], nextAttemptAt: null };
  const late = Math.round((1 + random() * 14) * 60_000);
  const steps =
    lot < receiver.bounces + receiver.defers
      ? [{ ...pick(DEFERRALS, random), afterMs: ms }, delivered(late)]
      : [delivered(ms)];
  const last = steps.at(-1)?.afterMs ?? 0;
  if (random() < receiver.complains)
    steps.push({ type: "complained", afterMs: last + 20 * 60_000, detail: { reason: "reported as spam" } });
  return { steps, nextAttemptAt: null };
}

function pick<T>(list: readonly [weight: number, T][], random: () => number): T {
  let lot = random() * list.reduce((sum, [weight]) => sum + weight, 0);
  const found = list.find(([weight]) => {
    lot -= weight;
    return lot < 0;
  });
  return (found ?? (list[0] as [number, T]))[1];
}

/** Outcomes of the latest emails, newest first: one of each kind, so that a screenshot shows all of them. */
export function latestOutcomes(now: number): Outcome[] {
  const arrived: Outcome = { steps: [delivered(350)], nextAttemptAt: null };
  const greylisted = { ...(DEFERRALS[0] as (typeof DEFERRALS)[0])[1], afterMs: 480 };
  const waiting = (minutes: number): Outcome => ({
    steps: [greylisted],
    nextAttemptAt: new Date(now + minutes * 60_000),
  });
  const refused: Outcome = {
    steps: [{ ...(BOUNCES[0] as (typeof BOUNCES)[0])[1], afterMs: 610 }],
    nextAttemptAt: null,
  };
  return [arrived, waiting(1), arrived, arrived, refused, arrived, waiting(9)];
}
