const FIRST_MS = 60_000;
const MAX_MS = 86_400_000;
/** A step that takes longer delays other writers of the same rows; one that is much shorter costs a commit for little. */
const SLOW_MS = 1_000;
const QUICK_MS = 200;

/** The time range of the feed that a step reads: longer while steps are quick, shorter while they are slow. */
export class StepWindow {
  #ms = FIRST_MS;

  get ms(): number {
    return this.#ms;
  }

  /** Call after each step, with its duration. */
  adapt(durationMs: number): void {
    if (durationMs > SLOW_MS) this.#ms = Math.max(1, this.#ms / 2);
    else if (durationMs < QUICK_MS) this.#ms = Math.min(MAX_MS, this.#ms * 2);
  }

  /** Call after a failed step, which may have taken too long. */
  reset(): void {
    this.#ms = Math.max(1, Math.min(FIRST_MS, this.#ms / 8));
  }
}
