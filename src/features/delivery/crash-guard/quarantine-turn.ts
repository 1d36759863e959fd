import type { AttemptResult } from "../outcome.ts";

/** Without quarantine, they are looked for this often. */
const LOOK_EVERY_MS = 1_000;
/** A turn ends after this, so that other mail waits no longer; the next one comes after as long a pause. */
const TURN_MS = 10_000;
/** Conversations may take minutes: who cannot be waited for so long is asked again later, and waited for longer. */
const LEAST_PATIENCE_MS = 5_000;
const MOST_PATIENCE_MS = 60_000;
/** So that waiting until nothing is in flight costs other mail a tenth of the time at most. */
const PAUSE_PER_PATIENCE = 10;

/**
 * When a worker takes recipients whose workers were lost twice (checklist F24): with nothing else in hand, one email at a time, so
 * that a loss meanwhile is certainly its own.
 */
export class QuarantineTurn {
  #lookAt = 0;
  #patienceMs = LEAST_PATIENCE_MS;

  isDue(): boolean {
    return performance.now() >= this.#lookAt;
  }

  /** There are none. */
  none(): void {
    this.#lookAt = performance.now() + LOOK_EVERY_MS;
  }

  /** How long the rest in hand may take until the turn can begin. */
  get patienceMs(): number {
    return this.#patienceMs;
  }

  /** The rest took longer. */
  putOff(): void {
    this.#lookAt = performance.now() + PAUSE_PER_PATIENCE * this.#patienceMs;
    this.#patienceMs = Math.min(2 * this.#patienceMs, MOST_PATIENCE_MS);
  }

  /** Begins a turn; answers whether it may still go on. */
  begin(): () => boolean {
    this.#patienceMs = LEAST_PATIENCE_MS;
    const endsAt = performance.now() + TURN_MS;
    return () => {
      const now = performance.now();
      this.#lookAt = now + TURN_MS;
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
