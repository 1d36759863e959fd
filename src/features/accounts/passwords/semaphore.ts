/** Runs a few calls at once, queues some, and refuses the rest, so that expensive work does not pile up. */
export class Semaphore {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #refuse: () => Error;
  readonly #line: (() => void)[] = [];
  #running = 0;

  constructor(options: { atOnce: number; waiting: number; refuse: () => Error }) {
    this.#atOnce = options.atOnce;
    this.#maxWaiting = options.waiting;
    this.#refuse = options.refuse;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#line.length >= this.#maxWaiting) throw this.#refuse();
    await new Promise<void>((resolve) => this.#line.push(resolve));
  }

  /** Gives the slot to the call that has waited longest, or frees it. */
  #leave(): void {
    const next = this.#line.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
