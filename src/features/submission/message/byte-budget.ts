/** Bytes that messages under way may hold together, so that many large ones are told to come later instead of ending the process. */
export class ByteBudget {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  hasRoomFor(bytes: number): boolean {
    return this.#used + bytes <= this.#limit;
  }

  /** False, and nothing taken, when there is no room. */
  take(bytes: number): boolean {
    if (!this.hasRoomFor(bytes)) return false;
    this.#used += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#used -= bytes;
  }
}
