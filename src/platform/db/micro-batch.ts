/**
 * Group commit: callers that arrive while a write is in progress share the next one, so that the cost of a durable commit is
 * paid once for all of them. A caller's promise settles only after its own batch was written.
 */
export type MicroBatchOptions<Item, Result> = {
  /** Writes all items in one transaction, or none. Returns results in the order of the items. */
  write: (items: Item[]) => Promise<Result[]>;
  /** Larger batches raise the latency of every item, smaller ones the number of commits. */
  maxItems: number;
  /** The size limit of a batch, so that one statement stays small. A larger item is written alone. */
  maxBytes?: number;
  sizeOf?: (item: Item) => number;
  /**
   * Under load, a batch waits up to `ms` until it has `items`: fewer and larger commits. Without an earlier write within twice that
   * time, it is written at once.
   */
  linger?: { ms: number; items: number };
  /** Concurrent batches: two keep the database busy while the next batch forms. */
  concurrency: number;
  /** Whether a failed batch was certainly not written and its items should be retried one by one. */
  mayRetryAlone: (error: unknown) => boolean;
};

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

export class MicroBatch<Item, Result> {
  readonly #options: MicroBatchOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #writing = 0;
  #lingering: NodeJS.Timeout | null = null;
  #wroteAt = Number.NEGATIVE_INFINITY;

  constructor(options: MicroBatchOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#lingering !== null) this.#stopLingeringIfFull();
      else if (this.#writing < this.#options.concurrency && this.#waiting.length === 1)
        setImmediate(() => this.#lingerOrWrite());
    });
  }

  #lingerOrWrite(): void {
    const { linger } = this.#options;
    const isBusy = linger && performance.now() - this.#wroteAt < 2 * linger.ms;
    if (!isBusy || this.#waiting.length >= linger.items) {
      this.#startWriting();
      return;
    }
    this.#lingering ??= setTimeout(() => {
      this.#lingering = null;
      this.#startWriting();
    }, linger.ms);
  }

  #stopLingeringIfFull(): void {
    if (this.#lingering === null || this.#waiting.length < (this.#options.linger?.items ?? 0)) return;
    clearTimeout(this.#lingering);
    this.#lingering = null;
    this.#startWriting();
  }

  #startWriting(): void {
    if (this.#writing >= this.#options.concurrency || this.#waiting.length === 0) return;
    this.#writing += 1;
    const batch = this.#waiting.splice(0, this.#nextBatchLength());
    void this.#write(batch).finally(() => {
      this.#writing -= 1;
      this.#wroteAt = performance.now();
      if (this.#waiting.length > 0) this.#lingerOrWrite();
    });
    if (this.#waiting.length > 0) this.#startWriting();
  }

  #nextBatchLength(): number {
    const { maxItems, maxBytes = Number.POSITIVE_INFINITY, sizeOf = () => 0 } = this.#options;
    let bytes = 0;
    let length = 0;
    for (const { item } of this.#waiting) {
      bytes += sizeOf(item);
      if (length === maxItems || (length > 0 && bytes > maxBytes)) break;
      length += 1;
    }
    return length;
  }

  async #write(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.write(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && this.#options.mayRetryAlone(error))
        for (const item of batch) await this.#write([item]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
