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
  /** When a query is worth it again (`performance.now()`). */
  #loadAt = 0;

  constructor(load: LoadDue) {
    this.#load = load;
  }

  get isEmpty(): boolean {
    return this.#items.size === 0;
  }

  /** Queries for as many as can be sent at once. Returns how many there are. */
  async load(free: number): Promise<number> {
    if (free <= 0 || performance.now() < this.#loadAt) return 0;
    // Deliveries in progress are still due, so they are counted.
    const limit = free + this.#items.size;
    this.#recorded.clear();
    const due = await this.#load(limit);
    // A full page may not be the last one, so the next query follows at once.
    this.#loadAt = due.length < limit ? performance.now() + POLL_MS : 0;
    // One that was recorded during the query may still look due to it.
    const added = due.filter(({ event: { id } }) => !this.#items.has(id) && !this.#recorded.has(id));
    for (const { delivery, event } of added) this.#items.set(event.id, { event, delivery, isDone: false });
    return added.length;
  }

  /** Returns the next item of a subject that has no request in progress. It stays until it is recorded. */
  take(busy: ReadonlySet<string>): Item | undefined {
    for (const item of this.#items.values()) {
      const { id, subject } = item.event;
      if (this.#started.has(id) || busy.has(subject)) continue;
      this.#started.add(id);
      return item;
    }
    return undefined;
  }

  /** The attempt of an event was recorded, or could not be. */
  end(id: string): void {
    this.#items.delete(id);
    this.#recorded.add(id);
    this.#started.delete(id);
  }
}
