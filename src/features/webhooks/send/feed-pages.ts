import type { WebhookEvent } from "../webhook-event.ts";

/** Interval between queries of a feed that has nothing new. */
export const POLL_MS = 200;
/** Events per query. */
export const PAGE = 100;
/** How long a full page is kept for other webhooks of the account, which read the same events at about the same time. */
const FULL_MS = 2_000;
/** Pages in memory, of all accounts. */
const MAX_PAGES = 64;

/** `nextAt`: when the feed is worth a query after this page (`performance.now()`). */
export type FeedPage = { events: readonly WebhookEvent[]; nextAt: number };

type Reading = { page: Promise<FeedPage>; until: number };
type Read = (accountId: string, afterId: string, limit: number) => Promise<WebhookEvent[]>;

/**
 * Pages of the feed. The webhooks of an account share them: reading an event costs PostgreSQL as much as recording an attempt. A page never
 * changes, because its events are settled when it is read; only events that are erased within two seconds are still sent.
 */
export class FeedPages {
  readonly #read: Read;
  /** By account and position, oldest first. */
  readonly #pages = new Map<string, Reading>();

  constructor(read: Read) {
    this.#read = read;
  }

  /** Returns the events after an id, oldest first. */
  async after(accountId: string, afterId: string): Promise<FeedPage> {
    const key = `${accountId} ${afterId}`;
    const known = this.#pages.get(key);
    if (known && performance.now() < known.until) return await known.page;
    const readAt = performance.now();
    const reading: Reading = { until: readAt + POLL_MS, page: this.#load({ accountId, afterId, readAt }) };
    this.#keep(key, reading);
    try {
      const page = await reading.page;
      if (page.events.length === PAGE) reading.until = readAt + FULL_MS;
      return page;
    } catch (error) {
      if (this.#pages.get(key) === reading) this.#pages.delete(key);
      throw error;
    }
  }

  async #load({ accountId, afterId, readAt }: { accountId: string; afterId: string; readAt: number }) {
    const events = await this.#read(accountId, afterId, PAGE);
    // Webhooks that share a page that is not full ask for the next one at the same time, and so share it too.
    return { events, nextAt: events.length < PAGE ? readAt + POLL_MS : 0 };
  }

  #keep(key: string, reading: Reading): void {
    this.#pages.delete(key);
    this.#pages.set(key, reading);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
  }
}
