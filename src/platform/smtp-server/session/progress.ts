type Mark = { at: number; bytes: number };

/**
 * Measures how fast a message arrives over a recent window. With an average since the beginning, a client could send fast
 * at first and then stall.
 */
export class Progress {
  readonly #windowMs: number;
  readonly #bytesPerSecond: number;
  /** One per check, oldest first. Only one mark is older than the window: the last one before it. */
  #marks: Mark[] = [];

  constructor({ windowMs, bytesPerSecond }: { windowMs: number; bytesPerSecond: number }) {
    this.#windowMs = windowMs;
    this.#bytesPerSecond = bytesPerSecond;
  }

  begin(now: number): void {
    this.#marks = [{ at: now, bytes: 0 }];
  }

  /** Called repeatedly with the bytes received since `begin`. */
  isTooSlow(now: number, bytes: number): boolean {
    this.#marks.push({ at: now, bytes });
    while ((this.#marks[1]?.at ?? now) <= now - this.#windowMs) this.#marks.shift();
    const first = this.#marks[0] as Mark;
    const forMs = now - first.at;
    return forMs >= this.#windowMs && bytes - first.bytes < (forMs / 1_000) * this.#bytesPerSecond;
  }
}
