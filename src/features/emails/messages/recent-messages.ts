import type { ReadMessage, Unreadable } from "./read-raw.ts";

type Key = { accountId: string; hash: string };
type Shown = ReadMessage | Unreadable;

/** A cache of parsed messages, bounded in memory. The key is the account and the content's hash, so an entry never changes. */
export class RecentMessages {
  readonly #maxBytes: number;
  readonly #maxEntries: number;
  /** Ordered by last use, the most recent last. */
  readonly #entries = new Map<string, { shown: Shown; bytes: number }>();
  #bytes = 0;

  constructor({ maxBytes, maxEntries }: { maxBytes: number; maxEntries: number }) {
    this.#maxBytes = maxBytes;
    this.#maxEntries = maxEntries;
  }

  get({ accountId, hash }: Key): Shown | null {
    const name = accountId + hash;
    const entry = this.#entries.get(name);
    if (!entry) return null;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.shown;
  }

  set({ accountId, hash }: Key, shown: Shown): void {
    const bytes = bytesOf(shown);
    // One large message must not evict all others.
    if (bytes > this.#maxBytes / 4) return;
    this.#drop(accountId + hash);
    this.#entries.set(accountId + hash, { shown, bytes });
    this.#bytes += bytes;
    for (const name of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes && this.#entries.size <= this.#maxEntries) return;
      this.#drop(name);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0;
    this.#entries.delete(name);
  }
}

/** Returns the approximate size in memory, with two bytes per character. */
function bytesOf(shown: Shown): number {
  if ("unreadable" in shown) return 500;
  const { html, text, headers, attachments } = shown;
  let characters = (html?.length ?? 0) + (text?.length ?? 0);
  for (const [name, value] of headers) characters += name.length + value.length + 50;
  for (const { filename, contentType } of attachments)
    characters += filename.length + contentType.length + 100;
  return 500 + 2 * characters;
}
