/** Limits the bytes of untrusted data that a process holds at once. */
export class ByteBudget {
  readonly limit: number;
  #taken = 0;
  readonly #bySource = new Map<string, number>();

  constructor(limit: number) {
    this.limit = limit;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Whether this many bytes are free now. Nothing is reserved, so a later take() may still fail. */
  hasRoomFor(bytes: number, source: string | null = null): boolean {
    return (source === null && this.#taken === 0) || this.#isFree(bytes, source);
  }

  /**
   * Opens a share of the budget for one piece of work; the share grows with the work and ends with it. All shares of a
   * `source` together may not exceed the bytes that remain free: one source alone gets half of the budget, two get a third
   * each, and a new source always finds free bytes. With `mayFillAlone`, a share that is the only one may grow further;
   * otherwise work that needs more than half could never run.
   */
  open(source: string | null = null, { mayFillAlone = source === null } = {}): HeldBytes {
    let held = 0;
    let isOpen = true;
    const add = (bytes: number) => {
      held += bytes;
      this.#taken += bytes;
      if (source !== null) this.#addTo(source, bytes);
    };
    return {
      take: (bytes) => {
        const isAlone = mayFillAlone && this.#taken === held;
        if (!isOpen || !(isAlone || this.#isFree(bytes, source))) return false;
        add(bytes);
        return true;
      },
      release: () => {
        add(-held);
        isOpen = false;
      },
    };
  }

  #isFree(bytes: number, source: string | null): boolean {
    const remaining = this.limit - this.#taken - bytes;
    return source === null ? remaining >= 0 : (this.#bySource.get(source) ?? 0) + bytes <= remaining;
  }

  #addTo(source: string, bytes: number): void {
    const sum = (this.#bySource.get(source) ?? 0) + bytes;
    if (sum > 0) this.#bySource.set(source, sum);
    else this.#bySource.delete(source);
  }
}

export type HeldBytes = {
  /** Takes bytes. @returns false when they are not free */
  take(bytes: number): boolean;
  release(): void;
};
