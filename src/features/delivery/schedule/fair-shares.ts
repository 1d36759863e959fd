/** Kept for accounts that have nothing yet. */
const RESERVED = 1 / 8;

type Options = {
  total: () => number;
  /** An account may take more while it has less than so many times what is free. */
  perFree: number;
  /** While it says no, all may be taken by one. */
  isFair: () => boolean;
};

/**
 * What accounts have of something that all of them share. Whoever comes later always finds some left, however long others hold on
 * to theirs (dynamic thresholds, A. K. Choudhury and E. L. Hahne, 1998).
 */
export class FairShares {
  readonly #options: Options;
  readonly #had = new Map<string, number>();
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
    const had = this.#had.get(account) ?? 0;
    return had === 0 || !isFair() || had < perFree * (this.free - RESERVED * total());
  }

  take(account: string, count = 1): void {
    this.#used += count;
    this.#had.set(account, (this.#had.get(account) ?? 0) + count);
  }

  give(account: string, count = 1): void {
    this.#used -= count;
    const left = (this.#had.get(account) ?? 0) - count;
    if (left > 0) this.#had.set(account, left);
    else this.#had.delete(account);
  }

  /** Who has all that they may have. */
  full(): string[] {
    return [...this.#had.keys()].filter((account) => !this.mayTake(account));
  }
}
