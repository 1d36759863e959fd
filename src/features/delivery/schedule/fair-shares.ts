/** Kept for accounts that have nothing yet. */
const RESERVED = 1 / 8;

type Options = {
  total: () => number;
  /** An account may take more while it has less than this multiple of what is free. */
  perFree: number;
  /** False: one account may take all. */
  isFair: () => boolean;
};

/**
 * Shares a capacity between accounts. An account that comes later always finds some left, however long others hold on to theirs
 * (dynamic thresholds, A. K. Choudhury and E. L. Hahne, 1998).
 */
export class FairShares {
  readonly #options: Options;
  readonly #taken = new Map<string, number>();
  #used = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get free(): number {
    return this.#options.total() - this.#used;
  }

  mayTake(account: string): boolean {
    const { total, perFree, isFair } = this.#options;
    if (this.free <= 0) return false;
    const taken = this.#taken.get(account) ?? 0;
    return taken === 0 || !isFair() || taken < perFree * (this.free - RESERVED * total());
  }

  take(account: string, count = 1): void {
    this.#used += count;
    this.#taken.set(account, (this.#taken.get(account) ?? 0) + count);
  }

  give(account: string, count = 1): void {
    this.#used -= count;
    const left = (this.#taken.get(account) ?? 0) - count;
    if (left > 0) this.#taken.set(account, left);
    else this.#taken.delete(account);
  }

  /** Accounts that may not take more. */
  full(): string[] {
    return [...this.#taken.keys()].filter((account) => !this.mayTake(account));
  }
}
