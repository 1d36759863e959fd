/** Failures in a row after which the webhook is left alone for a while: the feed keeps its events. */
const MAX_FAILURES = 5;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 300_000;

/** Counts the failures of a webhook since its last success, and decides how long it rests. */
export class FailuresInARow {
  #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  get hasSome(): boolean {
    return this.#count > 0;
  }

  get isRestNeeded(): boolean {
    return this.#count >= MAX_FAILURES;
  }

  /** 0: it needs no rest. */
  get restMs(): number {
    if (!this.isRestNeeded) return 0;
    return Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (this.#count - MAX_FAILURES));
  }

  add(): void {
    this.#count += 1;
  }

  reset(): void {
    this.#count = 0;
  }
}
