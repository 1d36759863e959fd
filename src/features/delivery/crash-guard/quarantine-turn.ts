import type { AttemptResult } from "../outcome.ts";

/** Without quarantine, they are looked for this often. */
const lookEveryMs = 1_000;
/** A turn ends after this, so that other mail waits no longer; the next one comes after as long a pause. */
const turnMs = 10_000;
/** Conversations may take minutes: who cannot be waited for so long is asked again later, and waited for longer. */
const leastPatienceMs = 5_000;
const mostPatienceMs = 60_000;
/** So that waiting until nothing is in flight costs other mail a tenth of the time at most. */
const pausePerPatience = 10;

/**
 * When a worker takes recipients whose workers were lost twice (checklist F24): with nothing else in hand, one email at a time, so
 * that a loss meanwhile is certainly its own.
 */
export class QuarantineTurn {
  #lookAt = 0;
  #patienceMs = leastPatienceMs;

  isDue(): boolean {
    return performance.now() >= this.#lookAt;
  }

  /** There are none. */
  none(): void {
    this.#lookAt = performance.now() + lookEveryMs;
  }

  /** How long the rest in hand may take until the turn can begin. */
  get patienceMs(): number {
    return this.#patienceMs;
  }

  /** The rest took longer. */
  putOff(): void {
    this.#lookAt = performance.now() + pausePerPatience * this.#patienceMs;
    this.#patienceMs = Math.min(2 * this.#patienceMs, mostPatienceMs);
  }

  /** Begins a turn; answers whether it may still go on. */
  begin(): () => boolean {
    this.#patienceMs = leastPatienceMs;
    const endsAt = performance.now() + turnMs;
    return () => {
      const now = performance.now();
      this.#lookAt = now + turnMs;
      return now < endsAt;
    };
  }
}

/** Two workers died with this email among others, and three with it alone. It may have been sent, so the state is not a failure. */
export const poison: AttemptResult = {
  kind: "uncertain",
  reason:
    "poison: workers ended again and again while they had this email in hand, at last with no other, so it is not tried any more; their log tells why",
};
