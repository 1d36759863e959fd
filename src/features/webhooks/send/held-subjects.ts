import type { Ordering } from "../webhook.ts";

/** After a failure, later events of the same subject wait this long for its retry. */
export const WAIT_FOR_RETRY_SECONDS = 60;

type Held = { pending: number; until: number };

/** Subjects with pending deliveries: their later events wait, for a minute or, with strict order, until none is pending. */
export class HeldSubjects {
  readonly #waitMs: number;
  readonly #held = new Map<string, Held>();

  constructor(ordering: Ordering, held: readonly { subject: string; pending: number }[]) {
    this.#waitMs = ordering === "strict" ? Number.POSITIVE_INFINITY : WAIT_FOR_RETRY_SECONDS * 1_000;
    for (const { subject, pending } of held) this.#held.set(subject, { pending, until: this.#until() });
  }

  has(subject: string): boolean {
    const held = this.#held.get(subject);
    if (!held) return false;
    if (held.until > performance.now()) return true;
    this.#held.delete(subject);
    return false;
  }

  /** One more delivery of the subject is pending. */
  add(subject: string): void {
    const { pending } = this.#held.get(subject) ?? { pending: 0 };
    this.#held.set(subject, { pending: pending + 1, until: this.#until() });
  }

  /** A pending delivery of the subject failed again. */
  extend(subject: string): void {
    const { pending } = this.#held.get(subject) ?? { pending: 1 };
    this.#held.set(subject, { pending, until: this.#until() });
  }

  /** A pending delivery of the subject succeeded or failed permanently. */
  settle(subject: string): void {
    const held = this.#held.get(subject);
    if (held && held.pending > 1) held.pending -= 1;
    else this.#held.delete(subject);
  }

  #until(): number {
    return performance.now() + this.#waitMs;
  }
}
