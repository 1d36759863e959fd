/** Entries for contents that are certainly stored, each about 100 bytes of memory. */
const MAX_ENTRIES = 20_000;
/** Measured with the monotonic clock: when the system clock is set back, entries must not stay forever. */
const MAX_AGE_MS = 24 * 60 * 60_000;

type Stored = { accountId: string; hash: string; day: string };
type Known = Map<string, { day: string; since: number }>;

/**
 * Contents that this process has seen stored and used on a day, so that a repeated content is looked up once a day. This is safe: a
 * content outlives the day of its last use (sweep-contents.ts), and the cache is cleared with each new connection
 * (accept-pipeline.ts), because a server that replaced another may have lost its last commits.
 *
 * There are two halves, and the older one is dropped as a whole. Removing the oldest entry for each new one took a sixth of the
 * time of an acceptance, because a Map iterates over all removed entries.
 */
export class KnownContents {
  #newer: Known = new Map();
  #older: Known = new Map();

  has({ accountId, hash, day }: Stored): boolean {
    const name = accountId + hash;
    const known = this.#newer.get(name) ?? this.#older.get(name);
    return known !== undefined && known.day >= day && performance.now() - known.since < MAX_AGE_MS;
  }

  add({ accountId, hash, day }: Stored): void {
    this.#newer.set(accountId + hash, { day, since: performance.now() });
    if (this.#newer.size < MAX_ENTRIES / 2) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}
