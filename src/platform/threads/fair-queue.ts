type Waiting = { begin: () => void };

/**
 * Limits concurrent work and shares it fairly: owners take turns, and one owner never gets all slots, so that many or long
 * jobs of one owner do not block other owners.
 */
export class FairQueue {
  #free: number;
  readonly #maxPerOwner: number;
  readonly #running = new Map<string, number>();
  /** Waiting jobs by owner, in the order of the owners' turns. */
  readonly #owners = new Map<string, Waiting[]>();

  constructor(concurrency: number) {
    this.#free = concurrency;
    this.#maxPerOwner = Math.max(1, concurrency - 1);
  }

  /**
   * Waits for a turn and returns the function that ends it. Rejects with the signal's reason when it is aborted before the
   * turn comes.
   */
  async take(owner: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0 && this.#mayRun(owner)) this.#begin(owner);
    else await this.#wait(owner, signal);
    let hasEnded = false;
    return () => {
      if (!hasEnded) this.#end(owner);
      hasEnded = true;
    };
  }

  #mayRun(owner: string): boolean {
    return (this.#running.get(owner) ?? 0) < this.#maxPerOwner;
  }

  #begin(owner: string): void {
    this.#free -= 1;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
  }

  #end(owner: string): void {
    this.#free += 1;
    const remaining = (this.#running.get(owner) ?? 0) - 1;
    if (remaining > 0) this.#running.set(owner, remaining);
    else this.#running.delete(owner);
    this.#next();
  }

  #wait(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#remove(owner, waiting);
      reject(signal?.reason);
    };
    const waiting: Waiting = {
      begin: () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      },
    };
    signal?.addEventListener("abort", leave, { once: true });
    const queue = this.#owners.get(owner);
    if (queue) queue.push(waiting);
    else this.#owners.set(owner, [waiting]);
    return promise;
  }

  #next(): void {
    const first = this.#owners.entries().find(([owner]) => this.#mayRun(owner));
    if (!first) return;
    const [owner, [next, ...queue]] = first;
    this.#owners.delete(owner);
    // This owner's next turn comes after the turns of all other owners.
    if (queue.length > 0) this.#owners.set(owner, queue);
    this.#begin(owner);
    next?.begin();
  }

  #remove(owner: string, waiting: Waiting): void {
    const queue = (this.#owners.get(owner) ?? []).filter((entry) => entry !== waiting);
    if (queue.length > 0) this.#owners.set(owner, queue);
    else this.#owners.delete(owner);
  }
}
