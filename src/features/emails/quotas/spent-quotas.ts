import type { Quota } from "./daily-quotas.ts";

/** Short enough that a higher limit, or the next day, takes effect immediately. */
const REMEMBERED_MS = 1_000;
/** An entry takes less than 200 bytes of memory. */
const MAX_ENTRIES = 10_000;

type Counted = { accountId: string; quotas: Quota[] };
type Spent = { atMost: number; amount: number; until: number };

/**
 * Quotas that were exceeded a moment ago. An exceeded quota aborts the statement of all acceptances in the batch, and each is then
 * stored alone. Without this cache, an account that keeps sending over its quota would slow down all others.
 */
export class SpentQuotas {
  readonly #spent = new Map<string, Spent>();

  /** Returns a quota that is known to have no room for `amount` recipients, or null. */
  findSpent({ accountId, quotas }: Counted, amount: number): Quota | null {
    const now = performance.now();
    const isSpent = ({ subject, atMost }: Quota) => {
      const spent = this.#spent.get(`${accountId} ${subject}`);
      return spent !== undefined && spent.until > now && spent.atMost === atMost && spent.amount <= amount;
    };
    return quotas.find(isSpent) ?? null;
  }

  add(accountId: string, { subject, atMost }: Quota, amount: number): void {
    if (this.#spent.size >= MAX_ENTRIES) this.#spent.clear();
    const until = performance.now() + REMEMBERED_MS;
    this.#spent.set(`${accountId} ${subject}`, { atMost, amount, until });
  }
}
