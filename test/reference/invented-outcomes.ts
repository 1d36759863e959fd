type Step = { type: string; afterMs: number; detail: Record<string, unknown> };

/** The outcome of an email with one recipient: an event for each attempt. */
export type Outcome = { steps: Step[]; nextAttemptAt: Date | null };

const HOST = "smtp.example.net";

const delivered = (afterMs: number): Step => ({
  type: "delivered",
  afterMs,
  detail: {
    host: HOST,
    phase: "dot",
    code: 250,
    enhanced: "2.0.0",
    line: "250 2.0.0 Ok: queued as 4cXk2N1zqPz9t",
  },
});
const bounced: Step = {
  type: "bounced",
  afterMs: 610,
  detail: {
    host: HOST,
    phase: "rcpt",
    code: 550,
    enhanced: "5.1.1",
    line: "550 5.1.1 No mailbox here by that name",
  },
};
const deferred: Step = {
  type: "deferred",
  afterMs: 480,
  detail: {
    host: HOST,
    phase: "rcpt",
    code: 450,
    enhanced: "4.2.0",
    line: "450 4.2.0 Greylisted, please try again",
  },
};

/** About 4 % bounce, 5 % are deferred first, and the rest is delivered at once. */
export function drawOutcome(random: () => number): Outcome {
  const lot = random();
  if (lot < 0.04) return { steps: [bounced], nextAttemptAt: null };
  if (lot < 0.09) return { steps: [deferred, delivered(6 * 60_000)], nextAttemptAt: null };
  return { steps: [delivered(350)], nextAttemptAt: null };
}

/** Outcomes of the latest emails, newest first: one of each kind, so that a screenshot shows all of them. */
export function latestOutcomes(now: number): Outcome[] {
  const arrived: Outcome = { steps: [delivered(350)], nextAttemptAt: null };
  const waiting = (minutes: number): Outcome => ({
    steps: [deferred],
    nextAttemptAt: new Date(now + minutes * 60_000),
  });
  const refused: Outcome = { steps: [bounced], nextAttemptAt: null };
  return [arrived, waiting(1), arrived, arrived, refused, arrived, waiting(9)];
}
