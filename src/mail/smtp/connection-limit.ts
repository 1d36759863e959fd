/** The pool tries one connection more this long after a refusal; each further refusal doubles the time. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * The number of connections that a server allows at once. Servers do not publish it: they refuse the connection that is one too many, some
 * with 421 (RFC 5321 §4.5.4.1), some without a reply.
 */
export class ConnectionLimit {
  readonly #max: number;
  #most: number;
  #retryMs = FIRST_RETRY_MS;
  #retryAt = Number.NEGATIVE_INFINITY;

  constructor(max: number) {
    this.#max = max;
    this.#most = max;
  }

  /** Whether another connection may be opened while `standing` are open. Above the known limit, it tests whether the limit is still true. */
  allows(standing: number): boolean {
    if (standing < this.#most) return true;
    return standing === this.#most && standing < this.#max && performance.now() >= this.#retryAt;
  }

  /** A connection was opened; now there are `standing`. */
  opened(standing: number): void {
    if (standing <= this.#most) return;
    this.#most = standing;
    this.#retryMs = FIRST_RETRY_MS;
  }

  /** A connection was refused beside `standing` others. Returns the time in ms until one more may be tried. */
  refused(standing: number): number {
    const now = performance.now();
    this.#most = Math.max(1, Math.min(this.#most, standing));
    // Connections that were opened together are refused together.
    if (now < this.#retryAt) return this.#retryAt - now;
    const retryMs = this.#retryMs;
    this.#retryAt = now + retryMs;
    this.#retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2);
    return retryMs;
  }
}
