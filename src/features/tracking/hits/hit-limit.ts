/** Hits per minute of one link or pixel. People open a mail a few times; more hits come from a program, and add no information. */
const MAX_PER_MINUTE = 20;
/** Above it, those that were not requested lately are forgotten. About 5 MB. */
const MAX_KEYS = 100_000;

/**
 * Limits how often one link, or one pixel, of one recipient is counted. Redirects are not limited. The keys are fingerprints of tokens:
 * with text as keys, a redirect took 8 % longer. Links that share a fingerprint share a limit.
 */
export class HitLimit {
  readonly #now: () => number;
  #counts = new Map<number, number>();
  /** The counts before those above. */
  #earlier = new Map<number, number>();
  #minute = 0;

  constructor(now = Date.now) {
    this.#now = now;
  }

  /** Whether the hit is counted. */
  allows(fingerprint: number): boolean {
    const minute = Math.floor(this.#now() / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
      this.#earlier = new Map();
    }
    const count = this.#counts.get(fingerprint) ?? this.#earlier.get(fingerprint) ?? 0;
    const isCounted = count < MAX_PER_MINUTE;
    if (this.#counts.size >= MAX_KEYS / 2) {
      this.#earlier = this.#counts;
      this.#counts = new Map();
    }
    // Also when it is not counted, so that it is not forgotten.
    this.#counts.set(fingerprint, isCounted ? count + 1 : count);
    return isCounted;
  }
}
