/** What a process may keep at once of what others send it, in bytes. */
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

  /** Whether there is room for so much now; it may be gone when it comes. */
  hasRoomFor(bytes: number, source: string | null = null): boolean {
    return (source === null && this.#taken === 0) || this.#isFree(bytes, source);
  }

  /**
   * A part of it that grows with one piece of work and ends with it. All that a `source` holds is at most what it leaves free: one
   * alone gets a half, two a third each, and whoever comes next always finds room. With `mayFillAlone` a piece that is the only one may
   * grow beyond that: otherwise one of more than a half could never be taken.
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
    const left = this.limit - this.#taken - bytes;
    return source === null ? left >= 0 : (this.#bySource.get(source) ?? 0) + bytes <= left;
  }

  #addTo(source: string, bytes: number): void {
    const sum = (this.#bySource.get(source) ?? 0) + bytes;
    if (sum > 0) this.#bySource.set(source, sum);
    else this.#bySource.delete(source);
  }
}

export type HeldBytes = {
  /** False: there is no room for them. */
  take(bytes: number): boolean;
  release(): void;
};
