/** The deadline of the next reply. One timer serves all replies of a connection: a timer for each would cost more than reading the reply. */
export class ReplyDeadline {
  readonly #isWaiting: () => boolean;
  readonly #onPassed: (timeoutMs: number) => void;
  #timer: NodeJS.Timeout | null = null;
  #firesAt = 0;
  #at = 0;
  #timeoutMs = 0;

  /** `onPassed` is called with the last timeout, and only while the connection waits for a reply. */
  constructor(isWaiting: () => boolean, onPassed: (timeoutMs: number) => void) {
    this.#isWaiting = isWaiting;
    this.#onPassed = onPassed;
  }

  /** Replaces the deadline by one in `timeoutMs`. */
  set(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs;
    this.#at = performance.now() + timeoutMs;
    if (this.#timer !== null && this.#firesAt <= this.#at) return;
    this.clear();
    this.#start(timeoutMs);
  }

  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #start(ms: number): void {
    this.#firesAt = this.#at;
    this.#timer = setTimeout(this.#onTimer, ms);
  }

  #onTimer = () => {
    this.#timer = null;
    if (!this.#isWaiting()) return;
    const left = this.#at - performance.now();
    if (left > 1) this.#start(left);
    else this.#onPassed(this.#timeoutMs);
  };
}
