import type { Ordering } from "../webhook.ts";

/** After a failure, later events of the same subject wait this long for its retry. */
const WAIT_FOR_RETRY_SECONDS = 60;

/** `failing`: events that failed and are retried, each with the time until which later events wait for it. `until`: when to prune the subject. */
type Held = { waiting: Set<string>; failing: Map<string, number>; until: number };

/** The pending deliveries of a subject. `failing`: those that failed and are not due, with the seconds since then. `waiting`: the others. */
export type HeldSubject = {
  subject: string;
  waiting: readonly string[];
  failing: Readonly<Record<string, number>>;
};

/**
 * Subjects with pending deliveries. A later event waits for each earlier one that failed: for a minute, or with strict order until it is
 * settled. It also waits for each earlier one that is due or itself waiting, so that it cannot overtake it.
 */
export class HeldSubjects {
  readonly #waitMs: number;
  /** In order of `until`. */
  readonly #held = new Map<string, Held>();

  constructor(ordering: Ordering, held: readonly HeldSubject[]) {
    this.#waitMs = ordering === "strict" ? Number.POSITIVE_INFINITY : WAIT_FOR_RETRY_SECONDS * 1_000;
    const until = this.#until();
    for (const { subject, waiting, failing } of held)
      this.#held.set(subject, {
        waiting: new Set(waiting),
        failing: new Map(Object.entries(failing).map(([id, seconds]) => [id, until - seconds * 1_000])),
        until,
      });
  }

  get size(): number {
    return this.#held.size;
  }

  has(subject: string): boolean {
    this.#prune();
    const held = this.#held.get(subject);
    return held !== undefined && (held.waiting.size > 0 || this.#waitOf(held.failing.values()) > 0);
  }

  /** Whether an event waits for the retry of an earlier one of its subject. */
  isBehind(subject: string, eventId: string): boolean {
    return this.#waitOf(this.#failingBefore(subject, eventId)) > 0;
  }

  /** Returns how long an event waits. If it waits behind a waiting event, both become due together. */
  waitSeconds(subject: string, eventId: string): number {
    const seconds = this.#waitOf(this.#failingBefore(subject, eventId)) / 1_000;
    return seconds > 0 ? Math.min(WAIT_FOR_RETRY_SECONDS, seconds) : WAIT_FOR_RETRY_SECONDS;
  }

  /** A delivery is pending, and was not attempted. */
  add(subject: string, eventId: string): void {
    this.#touch(subject).waiting.add(eventId);
  }

  /** A delivery failed, perhaps again, and is retried. */
  fail(subject: string, eventId: string): void {
    const held = this.#touch(subject);
    held.waiting.delete(eventId);
    held.failing.set(eventId, held.until);
  }

  /** A pending delivery of the subject succeeded, or failed for good. */
  settle(subject: string, eventId: string): void {
    const held = this.#held.get(subject);
    if (!held) return;
    held.waiting.delete(eventId);
    held.failing.delete(eventId);
    if (held.waiting.size + held.failing.size === 0) this.#held.delete(subject);
  }

  #failingBefore(subject: string, eventId: string): number[] {
    const failing = this.#held.get(subject)?.failing ?? [];
    return [...failing].filter(([id]) => id < eventId).map(([, until]) => until);
  }

  /** The milliseconds until the last of these times. Not above 0: all of them are over. */
  #waitOf(untils: Iterable<number>): number {
    return Math.max(...untils) - performance.now();
  }

  #touch(subject: string): Held {
    this.#prune();
    const { waiting = new Set<string>(), failing = new Map<string, number>() } =
      this.#held.get(subject) ?? {};
    const held = { waiting, failing, until: this.#until() };
    this.#held.delete(subject);
    this.#held.set(subject, held);
    return held;
  }

  /** A pump that is busy for days would otherwise keep each subject that ever failed. */
  #prune(): void {
    const now = performance.now();
    for (const [subject, held] of this.#held) {
      if (held.until > now) return;
      this.#held.delete(subject);
      if (held.waiting.size > 0) this.#held.set(subject, { ...held, until: this.#until() });
    }
  }

  #until(): number {
    return performance.now() + this.#waitMs;
  }
}
