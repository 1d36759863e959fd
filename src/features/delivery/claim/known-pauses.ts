import type { Pauses } from "../../recipients/index.ts";

/** With the age of what is loaded (CurrentPauses), a pause takes effect within a second. */
const FRESH_MS = 250;

/** Whether mail to the domain is paused. */
export type IsPaused = (domain: string) => boolean;

/** The pauses as this worker knows them: for claims, and for mail that gets its turn long after its claim. */
export class KnownPauses {
  readonly #load: () => Promise<Pauses>;
  #latest: Pauses | null = null;
  /** `domain`, or `account domain`. */
  #domains: Set<string> | null = null;
  #freshUntil = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | null = null;

  constructor(load: () => Promise<Pauses>) {
    this.#load = load;
  }

  /** For claims. Rejects if the database is unavailable. */
  async load(): Promise<Pauses> {
    const askedAt = performance.now();
    const pauses = await this.#load();
    if (pauses !== this.#latest) this.#domains = null;
    this.#latest = pauses;
    this.#freshUntil = askedAt + FRESH_MS;
    return pauses;
  }

  /** Null: nothing of the account is paused. A promise: they must be read again. Without the database, the last known ones apply. */
  ofAccount(accountId: string): IsPaused | null | Promise<IsPaused | null> {
    if (performance.now() < this.#freshUntil) return this.#knownOf(accountId);
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing.then(() => this.#knownOf(accountId));
  }

  async #refresh(): Promise<void> {
    try {
      await this.load();
    } catch {
      // The claims log the outage, which must not hold up mail that was claimed before.
      this.#freshUntil = performance.now() + FRESH_MS;
    }
  }

  #knownOf(accountId: string): IsPaused | null {
    if (this.#latest === null) return null;
    const { all, accounts, accountDomains, domains } = this.#latest;
    if (all || accounts.includes(accountId)) return () => true;
    if (domains.length === 0 && accountDomains.length === 0) return null;
    // A paused mailbox provider may have thousands of domains.
    this.#domains ??= new Set([...domains, ...accountDomains]);
    const paused = this.#domains;
    return (domain) => paused.has(domain) || paused.has(`${accountId} ${domain}`);
  }
}
