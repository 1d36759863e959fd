/** Warnings and deliveries count together for this long. */
const WINDOW_MS = 60_000;
/** A warned account has a throttle of its own until it gets no warning for this time. */
const APART_MS = 600_000;
/** Accounts in memory for one provider. Above this number, the oldest are forgotten. */
const MAX_ACCOUNTS = 256;
/** An overloaded provider warns many accounts. A provider that objects to some mail warns only its senders. */
const LEAST_PART_WARNED = 1 / 4;

type Seen = { warnedAt: number; sentAt: number };

/**
 * The accounts that a provider asked to slow down. When it warns a quarter of its senders, and at least two, all mail to it slows down.
 * Otherwise only the warned accounts slow down, because the recipients that they chose may have caused the warnings.
 */
export class AccountWarnings {
  readonly #accounts = new Map<string, Seen>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  recordSent(account: string): void {
    const now = this.#now();
    const seen = this.#accounts.get(account);
    if (seen) seen.sentAt = now;
    else this.#add(account, { sentAt: now, warnedAt: Number.NEGATIVE_INFINITY });
  }

  /** Returns which throttle slows down: the provider's, or the account's. */
  recordWarning(account: string, isOnlyAccount: boolean): "provider" | "account" {
    const now = this.#now();
    const seen = this.#accounts.get(account);
    if (seen) seen.warnedAt = now;
    else this.#add(account, { sentAt: Number.NEGATIVE_INFINITY, warnedAt: now });
    if (!isOnlyAccount && !this.#isProviderSlow(now)) return "account";
    for (const each of this.#accounts.values()) each.warnedAt = Number.NEGATIVE_INFINITY;
    return "provider";
  }

  /** Whether the account has a throttle of its own. */
  isApart(account: string): boolean {
    const { warnedAt = Number.NEGATIVE_INFINITY } = this.#accounts.get(account) ?? {};
    return this.#now() - warnedAt < APART_MS;
  }

  #isProviderSlow(now: number): boolean {
    let warned = 0;
    let clean = 0;
    for (const { warnedAt, sentAt } of this.#accounts.values())
      if (now - warnedAt < WINDOW_MS) warned += 1;
      else if (now - sentAt < WINDOW_MS) clean += 1;
    return warned >= 2 && warned / (warned + clean) >= LEAST_PART_WARNED;
  }

  #add(account: string, seen: Seen): void {
    this.#accounts.set(account, seen);
    if (this.#accounts.size <= MAX_ACCOUNTS) return;
    for (const oldest of this.#accounts.keys()) return void this.#accounts.delete(oldest);
  }
}
