/** Stores items in batches. One batch is stored while the next one is collected. */
export class Batches<Item> {
  readonly #store: (batch: Item[]) => Promise<void>;
  readonly #size: number;
  #batch: Item[] = [];
  #storing = Promise.resolve();

  constructor(size: number, store: (batch: Item[]) => Promise<void>) {
    this.#size = size;
    this.#store = store;
  }

  /** Throws the error of the previous batch. */
  async add(item: Item): Promise<void> {
    this.#batch.push(item);
    if (this.#batch.length >= this.#size) await this.#begin();
  }

  async end(): Promise<void> {
    if (this.#batch.length > 0) await this.#begin();
    await this.#storing;
  }

  async #begin(): Promise<void> {
    await this.#storing;
    this.#storing = this.#store(this.#batch);
    // The next await throws the error.
    this.#storing.catch(() => undefined);
    this.#batch = [];
  }
}
