import type { Acceptance, Quota } from "./acceptance.ts";

/** Short enough that a higher limit, or the next day, is noticed at once. */
const rememberedMs = 1_000;
/** Each less than 200 bytes of memory. */
const maxEntries = 10_000;

type Spent = { atMost: number; amount: number; until: number };

/**
 * Quotas that were refused a moment ago. A refusal ends the statement of all who share it, and each of them is then stored alone:
 * an account that goes on sending over its quota must not slow down the others.
 */
export class SpentQuotas {
  readonly #spent = new Map<string, Spent>();

  /** The subject of a quota that has no room for so many recipients; null: as far as is known, all have. */
  findSpent({ accountId, quotas }: Pick<Acceptance, "accountId" | "quotas">, amount: number): string | null {
    const now = performance.now();
    const isSpent = ({ subject, atMost }: Quota) => {
      const spent = this.#spent.get(`${accountId} ${subject}`);
      return spent !== undefined && spent.until > now && spent.atMost === atMost && spent.amount <= amount;
    };
    return quotas.find(isSpent)?.subject ?? null;
  }

  add(
    { accountId, quotas }: Pick<Acceptance, "accountId" | "quotas">,
    subject: string,
    amount: number,
  ): void {
    const quota = quotas.find((one) => one.subject === subject);
    if (!quota) return;
    if (this.#spent.size >= maxEntries) this.#spent.clear();
    const until = performance.now() + rememberedMs;
    this.#spent.set(`${accountId} ${subject}`, { atMost: quota.atMost, amount, until });
  }
}
