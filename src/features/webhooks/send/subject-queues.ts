import type { Item } from "./event-series.ts";

/** Items that wait for their first attempt. Those of a subject come one after the other, and subjects take turns. */
export class SubjectQueues {
  readonly #waiting = new Map<string, Item[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(item: Item): void {
    const { subject } = item.event;
    const items = this.#waiting.get(subject);
    if (items) items.push(item);
    else this.#waiting.set(subject, [item]);
  }

  /** Removes the next item of a subject that has no request in progress. */
  take(busy: ReadonlySet<string>): Item | undefined {
    for (const [subject, items] of this.#waiting) {
      if (busy.has(subject)) continue;
      const item = items.shift();
      // The subject that had its turn is asked last next time.
      this.#waiting.delete(subject);
      if (items.length > 0) this.#waiting.set(subject, items);
      return item;
    }
    return undefined;
  }

  /** Removes all items of a subject. */
  takeAll(subject: string): Item[] {
    const items = this.#waiting.get(subject) ?? [];
    this.#waiting.delete(subject);
    return items;
  }
}
