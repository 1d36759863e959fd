/** What a process may keep at once of what others send it, in bytes. */
export class ByteBudget {
  readonly limit: number;
  #taken = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Whether there is room for so much now; it may be gone when it comes. */
  hasRoomFor(bytes: number): boolean {
    return this.#taken === 0 || this.#taken + bytes <= this.limit;
  }

  /** A part of it that grows with one piece of work and ends with it. */
  open(): HeldBytes {
    let held = 0;
    let isOpen = true;
    return {
      take: (bytes) => {
        // One alone is let through however large it is, or it never would be.
        const isAlone = this.#taken === held;
        if (!isOpen || (!isAlone && this.#taken + bytes > this.limit)) return false;
        held += bytes;
        this.#taken += bytes;
        return true;
      },
      release: () => {
        this.#taken -= held;
        held = 0;
        isOpen = false;
      },
    };
  }
}

export type HeldBytes = {
  /** False: there is no room for them. */
  take(bytes: number): boolean;
  release(): void;
};
