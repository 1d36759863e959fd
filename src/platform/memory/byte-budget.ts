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
    return this.#mayTake(bytes, { held: 0, source });
  }

  /**
   * A part of it that grows with one piece of work and ends with it. All that a `source` holds is at most what it leaves free: one
   * alone gets a half, two a third each, and whoever comes next always finds room.
   */
  open(source: string | null = null): HeldBytes {
    let held = 0;
    let isOpen = true;
    const add = (bytes: number) => {
      held += bytes;
      this.#taken += bytes;
      if (source !== null) this.#addTo(source, bytes);
    };
    return {
      take: (bytes) => {
        if (!isOpen || !this.#mayTake(bytes, { held, source })) return false;
        add(bytes);
        return true;
      },
      release: () => {
        add(-held);
        isOpen = false;
      },
    };
  }

  #mayTake(bytes: number, { held, source }: { held: number; source: string | null }): boolean {
    const left = this.limit - this.#taken - bytes;
    if (source !== null) return (this.#bySource.get(source) ?? 0) + bytes <= left;
    // One alone is let through however large it is, or it never would be.
    return this.#taken === held || left >= 0;
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
