type Waiting = { begin: () => void };

/** Turns for a bounded number at once. Owners take turns, so that many jobs of one do not keep the others waiting. */
export class FairQueue {
  #free: number;
  /** In the order in which their turn comes. */
  readonly #owners = new Map<string, Waiting[]>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Returns what ends the turn. Rejects with the signal's reason when it is aborted before the turn comes. */
  async take(owner: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(owner, signal);
    let hasEnded = false;
    return () => {
      if (!hasEnded) this.#next();
      hasEnded = true;
    };
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
    const others = this.#owners.get(owner);
    if (others) others.push(waiting);
    else this.#owners.set(owner, [waiting]);
    return promise;
  }

  #next(): void {
    const [first] = this.#owners;
    if (!first) {
      this.#free += 1;
      return;
    }
    const [owner, [next, ...others]] = first;
    this.#owners.delete(owner);
    // Behind all others.
    if (others.length > 0) this.#owners.set(owner, others);
    next?.begin();
  }

  #remove(owner: string, waiting: Waiting): void {
    const others = (this.#owners.get(owner) ?? []).filter((one) => one !== waiting);
    if (others.length > 0) this.#owners.set(owner, others);
    else this.#owners.delete(owner);
  }
}
