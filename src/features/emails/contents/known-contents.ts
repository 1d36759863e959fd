/** Names of contents that are certainly stored, each 100 bytes or so of memory. */
const maxEntries = 20_000;
/** By the monotonic clock: a day that does not come, because the other clock was set back, must not keep them for ever. */
const maxAgeMs = 24 * 60 * 60_000;

/**
 * Contents that this process has seen stored and used on a day: one that is sent again and again is looked for once a day.
 * Safe, because a content outlives the day of its last use (sweep-contents.ts), and because a process begins anew with each new
 * connection (accept-emails.ts): a server that took the place of another may have lost what that one said was stored.
 */
export class KnownContents {
  readonly #known = new Map<string, { day: string; since: number }>();

  has({ accountId, hash, day }: { accountId: string; hash: string; day: string }): boolean {
    const known = this.#known.get(accountId + hash);
    return known !== undefined && known.day >= day && performance.now() - known.since < maxAgeMs;
  }

  add({ accountId, hash, day }: { accountId: string; hash: string; day: string }): void {
    const name = accountId + hash;
    this.#known.delete(name);
    this.#known.set(name, { day, since: performance.now() });
    if (this.#known.size <= maxEntries) return;
    const oldest = this.#known.keys().next();
    if (!oldest.done) this.#known.delete(oldest.value);
  }
}
