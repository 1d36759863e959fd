type Waiting = { begin: () => void };

/**
 * Turns for a bounded number at once. Owners take turns, and one never has all places, so that many or long jobs of one do not keep
 * the others waiting.
 */
export class FairQueue {
  #free: number;
  readonly #mostOfOne: number;
  readonly #running = new Map<string, number>();
  /** In the order in which their turn comes. */
  readonly #owners = new Map<string, Waiting[]>();

  constructor(atOnce: number) {
    this.#free = atOnce;
    this.#mostOfOne = Math.max(1, atOnce - 1);
  }

  /** Returns what ends the turn. Rejects with the signal's reason when it is aborted before the turn comes. */
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
    return (this.#running.get(owner) ?? 0) < this.#mostOfOne;
  }

  #begin(owner: string): void {
    this.#free -= 1;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
  }

  #end(owner: string): void {
    this.#free += 1;
    const left = (this.#running.get(owner) ?? 0) - 1;
    if (left > 0) this.#running.set(owner, left);
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
    const others = this.#owners.get(owner);
    if (others) others.push(waiting);
    else this.#owners.set(owner, [waiting]);
    return promise;
  }

  #next(): void {
    const first = this.#owners.entries().find(([owner]) => this.#mayRun(owner));
    if (!first) return;
    const [owner, [next, ...others]] = first;
    this.#owners.delete(owner);
    // Behind all others.
    if (others.length > 0) this.#owners.set(owner, others);
    this.#begin(owner);
    next?.begin();
  }

  #remove(owner: string, waiting: Waiting): void {
    const others = (this.#owners.get(owner) ?? []).filter((one) => one !== waiting);
    if (others.length > 0) this.#owners.set(owner, others);
    else this.#owners.delete(owner);
  }
}
