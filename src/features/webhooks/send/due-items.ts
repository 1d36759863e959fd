import type { WebhookEvent } from "../webhook-event.ts";
import type { DueDelivery } from "./due-deliveries.ts";
import type { Item } from "./event-series.ts";

export type LoadDue = (limit: number) => Promise<{ delivery: DueDelivery; event: WebhookEvent }[]>;

/** Interval between queries for deliveries that are due. */
const POLL_MS = 200;

/** Deliveries of a webhook that are due, or in progress. */
export class DueItems {
  readonly #load: LoadDue;
  readonly #items = new Map<string, Item>();
  readonly #started = new Set<string>();
  /** Events that were recorded since the last query began. */
  readonly #recorded = new Set<string>();
  /** When the next query is worthwhile (`performance.now()`). */
  #loadAt = 0;

  constructor(load: LoadDue) {
    this.#load = load;
  }

  get isEmpty(): boolean {
    return this.#items.size === 0;
  }

  /** Whether the last query was long ago, or left some out. */
  get isLoadable(): boolean {
    return performance.now() >= this.#loadAt;
  }

  /** Queries until `atOnce` items can be taken: more than are sent at once would be of no use. Returns those that are new. */
  async load(atOnce: number): Promise<Item[]> {
    const free = atOnce - (this.#items.size - this.#started.size);
    if (free <= 0 || !this.isLoadable) return [];
    // Deliveries in progress are still due, so they are counted.
    const limit = free + this.#items.size;
    this.#recorded.clear();
    const due = await this.#load(limit);
    // A full page may not be the last one, so the next query follows at once.
    this.#loadAt = due.length < limit ? performance.now() + POLL_MS : 0;
    // A delivery that was recorded during the query may still look due in its result.
    const added = due
      .filter(({ event: { id } }) => !this.#items.has(id) && !this.#recorded.has(id))
      .map(({ delivery, event }): Item => ({ event, delivery, isDone: false }));
    for (const item of added) this.#items.set(item.event.id, item);
    return added;
  }

  /**
   * Returns the first item of a subject that has no request in progress: deliveries of a subject may have become due in another order. It
   * stays until it is recorded.
   */
  take(busy: ReadonlySet<string>): Item | undefined {
    const items = [...this.#items.values()].filter((item) => this.#isFree(item));
    const next = items.find(({ event }) => !busy.has(event.subject));
    if (!next) return undefined;
    const { subject } = next.event;
    const first = items
      .filter(({ event }) => event.subject === subject)
      .reduce((earliest, item) => (item.event.id < earliest.event.id ? item : earliest), next);
    this.start(first);
    return first;
  }

  /** The event is about to be sent, or recorded as one that waits. */
  start({ event: { id } }: Item): void {
    if (this.#items.has(id)) this.#started.add(id);
  }

  /** Starts and returns the items of a subject after an event. */
  takeLater(subject: string, afterId: string): Item[] {
    const later = [...this.#items.values()].filter(
      (item) => item.event.subject === subject && item.event.id > afterId && this.#isFree(item),
    );
    for (const item of later) this.start(item);
    return later;
  }

  /** The attempt of an event was recorded, or could not be. */
  end(id: string): void {
    this.#items.delete(id);
    this.#recorded.add(id);
    this.#started.delete(id);
  }

  #isFree({ event: { id } }: Item): boolean {
    return !this.#started.has(id);
  }
}
