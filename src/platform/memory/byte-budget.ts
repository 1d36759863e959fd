/** Limits the bytes of data from outside that a process holds at once. */
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

  /** Whether this many bytes are free now. They may be taken by the time they are needed. */
  hasRoomFor(bytes: number, source: string | null = null): boolean {
    return (source === null && this.#taken === 0) || this.#isFree(bytes, source);
  }

  /**
   * Opens a share of the budget for one piece of work; it grows with the work and ends with it. All shares of a `source`
   * together are at most as large as the rest that is free: one source alone gets a half, two get a third each, and a
   * newcomer always finds room. With `mayFillAlone`, a share that is the only one may grow beyond that; otherwise work that
   * needs more than half could never run.
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
  /** Takes bytes. @returns false when they are not available */
  take(bytes: number): boolean;
  release(): void;
};
