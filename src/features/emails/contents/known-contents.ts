/** Names of contents that are certainly stored, each 100 bytes or so of memory. */
const maxEntries = 20_000;

/**
 * Contents that this process has seen stored and used on a day: one that is sent again and again is looked for once a day.
 * Safe, because a content outlives the day of its last use (sweep-contents.ts).
 */
export class KnownContents {
  readonly #usedOn = new Map<string, string>();

  has({ accountId, hash, day }: { accountId: string; hash: string; day: string }): boolean {
    const known = this.#usedOn.get(accountId + hash);
    return known !== undefined && known >= day;
  }

  add({ accountId, hash, day }: { accountId: string; hash: string; day: string }): void {
    const name = accountId + hash;
    this.#usedOn.delete(name);
    this.#usedOn.set(name, day);
    if (this.#usedOn.size <= maxEntries) return;
    const oldest = this.#usedOn.keys().next();
    if (!oldest.done) this.#usedOn.delete(oldest.value);
  }
}
