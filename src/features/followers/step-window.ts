const FIRST_MS = 60_000;
const MAX_MS = 86_400_000;
/** A step that takes longer delays other writers of the same rows; one that is much shorter costs a commit for little. */
const SLOW_MS = 1_000;
const QUICK_MS = 200;

/** Events in one step. More would hold the follower's row, and rows that the step changes, for longer. */
const MAX_EVENTS = 5_000;

/** The time range of the feed that a step reads: longer while steps are quick, shorter while they are slow. */
export class StepWindow {
  #ms = FIRST_MS;
  #limit = MAX_EVENTS;

  get ms(): number {
    return this.#ms;
  }

  /** The maximum number of events. Lower after failures, because some events cost more than others. */
  get limit(): number {
    return this.#limit;
  }

  /** Call after each step, with its duration. */
  adapt(durationMs: number): void {
    if (durationMs < SLOW_MS) this.#limit = Math.min(MAX_EVENTS, this.#limit * 2);
    if (durationMs > SLOW_MS) this.#ms = Math.max(1, this.#ms / 2);
    else if (durationMs < QUICK_MS) this.#ms = Math.min(MAX_MS, this.#ms * 2);
  }

  /** Call after a failed step, which may have taken too long. */
  reset(): void {
    this.#ms = Math.max(1, Math.min(FIRST_MS, this.#ms / 8));
    this.#limit = Math.max(1, Math.floor(this.#limit / 8));
  }
}
