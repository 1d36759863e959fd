/**
 * Caches loaded values for a fraction of a second, so that a hot path pays for one query however many requests arrive
 * meanwhile. Entries live for a short time, because other nodes may change the data. Their number is limited, because
 * clients choose the keys.
 */
export class ShortCache<Key, Value> {
  readonly #load: (key: Key) => Promise<Value>;
  readonly #ttlMs: number;
  readonly #maxEntries: number;
  readonly #entries = new Map<Key, { value: Promise<Value>; freshUntil: number }>();

  constructor(options: { load: (key: Key) => Promise<Value>; ttlMs: number; maxEntries: number }) {
    this.#load = options.load;
    this.#ttlMs = options.ttlMs;
    this.#maxEntries = options.maxEntries;
  }

  /** The TTL starts when loading starts, so a value is never older than the TTL. Failures are not cached. */
  get(key: Key): Promise<Value> {
    const now = performance.now();
    const cached = this.#entries.get(key);
    if (cached && cached.freshUntil > now) return cached.value;
    const value = this.#load(key);
    this.#entries.delete(key);
    this.#entries.set(key, { value, freshUntil: now + this.#ttlMs });
    value.catch(() => this.#entries.delete(key));
    this.#dropOldest();
    return value;
  }

  /** For a value that this process has changed: the next caller loads it again. */
  forget(key: Key): void {
    this.#entries.delete(key);
  }

  #dropOldest(): void {
    if (this.#entries.size <= this.#maxEntries) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}
