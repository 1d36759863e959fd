/** Names of contents that are certainly stored, each 100 bytes or so of memory. */
const maxEntries = 20_000;
/** By the monotonic clock: a day that does not come, because the other clock was set back, must not keep them for ever. */
const maxAgeMs = 24 * 60 * 60_000;

type Stored = { accountId: string; hash: string; day: string };
type Known = Map<string, { day: string; since: number }>;

/**
 * Contents that this process has seen stored and used on a day: one that is sent again and again is looked for once a day.
 * Safe, because a content outlives the day of its last use (sweep-contents.ts), and because a process begins anew with each new
 * connection (accept-emails.ts): a server that took the place of another may have lost what that one said was stored.
 *
 * Kept in two halves: the older is forgotten whole. To remove the oldest entry at each new one took a sixth of the time of an
 * accept, for a Map walks over all that was removed before.
 */
export class KnownContents {
  #newer: Known = new Map();
  #older: Known = new Map();

  has({ accountId, hash, day }: Stored): boolean {
    const name = accountId + hash;
    const known = this.#newer.get(name) ?? this.#older.get(name);
    return known !== undefined && known.day >= day && performance.now() - known.since < maxAgeMs;
  }

  add({ accountId, hash, day }: Stored): void {
    this.#newer.set(accountId + hash, { day, since: performance.now() });
    if (this.#newer.size < maxEntries / 2) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}
