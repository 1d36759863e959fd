import type { WebhookEvent } from "../webhook-event.ts";
import type { DueDelivery } from "./due-deliveries.ts";

/** An event on its way to a webhook. `delivery`: it was recorded before. */
export type Item = { event: WebhookEvent; delivery: DueDelivery | null; isDone: boolean };

/** Events that were read from the feed, oldest first. The cursor is the end of the unbroken series of those that are done and recorded. */
export class EventSeries {
  #items: Item[] = [];
  #cursor: string;
  #position: string;

  constructor(cursor: string) {
    this.#cursor = cursor;
    this.#position = cursor;
  }

  get cursor(): string {
    return this.#cursor;
  }

  /** The last event that was read. */
  get position(): string {
    return this.#position;
  }

  /** Events that were read and are not behind the cursor. */
  get length(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#position = item.event.id;
  }

  /** Called after items are done. */
  moveCursor(): void {
    if (this.#items[0]?.isDone !== true) return;
    const open = this.#items.findIndex(({ isDone }) => !isDone);
    const done = this.#items.splice(0, open === -1 ? this.#items.length : open);
    this.#cursor = done.at(-1)?.event.id ?? this.#cursor;
  }
}
