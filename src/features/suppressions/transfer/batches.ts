/** Stores what it is given in batches, each while the next one is collected. */
export class Batches<Item> {
  readonly #store: (batch: Item[]) => Promise<void>;
  readonly #size: number;
  #batch: Item[] = [];
  #storing = Promise.resolve();

  constructor(size: number, store: (batch: Item[]) => Promise<void>) {
    this.#size = size;
    this.#store = store;
  }

  /** Throws what went wrong with the batch before. */
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
    // Thrown where it is waited for.
    this.#storing.catch(() => undefined);
    this.#batch = [];
  }
}
