type Mark = { at: number; bytes: number };

/** How fast a message comes: over the last while, not since its beginning, which a client could send fast and then hold. */
export class Progress {
  readonly #windowMs: number;
  readonly #bytesPerSecond: number;
  /** One a look, the oldest first; the first is the last one from before the window. */
  #marks: Mark[] = [];

  constructor({ windowMs, bytesPerSecond }: { windowMs: number; bytesPerSecond: number }) {
    this.#windowMs = windowMs;
    this.#bytesPerSecond = bytesPerSecond;
  }

  begin(now: number): void {
    this.#marks = [{ at: now, bytes: 0 }];
  }

  /** Called now and then with what has come since `begin`. */
  isTooSlow(now: number, bytes: number): boolean {
    this.#marks.push({ at: now, bytes });
    while ((this.#marks[1]?.at ?? now) <= now - this.#windowMs) this.#marks.shift();
    const first = this.#marks[0] as Mark;
    const forMs = now - first.at;
    return forMs >= this.#windowMs && bytes - first.bytes < (forMs / 1_000) * this.#bytesPerSecond;
  }
}
