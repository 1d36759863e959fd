import type { Ordering } from "../webhook.ts";

/** After a failure, later events of the same subject wait this long for its retry. */
export const WAIT_FOR_RETRY_SECONDS = 60;

/** `failing`: events that failed and are retried, with the time until which later ones wait for each. */
type Held = { pending: number; until: number; failing: Map<string, number> };

/** The pending deliveries of a subject. `failing`: those of them that failed; the others wait for them. */
export type HeldSubject = { subject: string; pending: number; failing: readonly string[] };

/** Subjects with pending deliveries: their later events wait, for a minute or, with strict order, until none is pending. */
export class HeldSubjects {
  readonly #waitMs: number;
  /** Those whose time ends first come first. */
  readonly #held = new Map<string, Held>();

  constructor(ordering: Ordering, held: readonly HeldSubject[]) {
    this.#waitMs = ordering === "strict" ? Number.POSITIVE_INFINITY : WAIT_FOR_RETRY_SECONDS * 1_000;
    const until = this.#until();
    for (const { subject, pending, failing } of held)
      this.#held.set(subject, { pending, until, failing: new Map(failing.map((id) => [id, until])) });
  }

  get size(): number {
    return this.#held.size;
  }

  has(subject: string): boolean {
    this.#prune();
    return this.#held.has(subject);
  }

  /** Whether an event waits for the retry of an earlier one of its subject. */
  isBehind(subject: string, eventId: string): boolean {
    const now = performance.now();
    const failing = this.#held.get(subject)?.failing ?? [];
    return [...failing].some(([id, until]) => id < eventId && until > now);
  }

  /** One more delivery of the subject is pending. */
  add(subject: string): void {
    const { pending = 0, failing = new Map() } = this.#held.get(subject) ?? {};
    this.#set(subject, { pending: pending + 1, until: this.#until(), failing });
  }

  /** A delivery that `add` has counted failed, perhaps again. */
  fail(subject: string, eventId: string): void {
    const { pending = 1, failing = new Map<string, number>() } = this.#held.get(subject) ?? {};
    failing.set(eventId, this.#until());
    this.#set(subject, { pending, until: this.#until(), failing });
  }

  /** A pending delivery of the subject succeeded, or failed for good. */
  settle(subject: string, eventId: string): void {
    const held = this.#held.get(subject);
    if (!held || held.pending <= 1) return void this.#held.delete(subject);
    held.pending -= 1;
    held.failing.delete(eventId);
  }

  #set(subject: string, held: Held): void {
    this.#prune();
    this.#held.delete(subject);
    this.#held.set(subject, held);
  }

  /** A pump that is busy for days would otherwise keep each subject that ever failed. */
  #prune(): void {
    const now = performance.now();
    for (const [subject, { until }] of this.#held) {
      if (until > now) return;
      this.#held.delete(subject);
    }
  }

  #until(): number {
    return performance.now() + this.#waitMs;
  }
}
