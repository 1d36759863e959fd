import type { NumberedHit } from "./hit.ts";
import type { HitContext } from "./queries.ts";

/** More hits stay on the disk only, until the database has those in memory. About 30 MB. */
export const MAX_IN_MEMORY = 50_000;
/** Hits that are further apart do not explain each other. */
const NEAR_MS = 10_000;

/** The journal that has a hit. `recorded` is called when some of its hits are stored. */
type Journal = { readonly id: string; recorded(count: number): void };
export type WaitingHit = NumberedHit & { journal: Journal };
/** A hit in the queue. One that is held back has its context, which was loaded when it came. */
export type QueuedHit = WaitingHit & { context?: HitContext; heldUntil?: number };

/** The hits in memory that are not stored, in the order of their times. */
export class HitQueue {
  #hits: QueuedHit[] = [];
  /** The end of the hits that are sorted. */
  #sorted = 0;
  #readUpTo = Number.POSITIVE_INFINITY;

  get size(): number {
    return this.#hits.length;
  }

  /** @param readUpTo - the time before which all hits on the disk have been added */
  add(hits: readonly WaitingHit[], readUpTo: number): void {
    for (const hit of hits) this.#hits.push(hit);
    this.#readUpTo = readUpTo;
  }

  /** The time of the oldest hit that is not stored, in milliseconds; infinity: there is none. */
  get waitingSince(): number {
    return Math.min(this.#inOrder()[0]?.hit.at ?? Number.POSITIVE_INFINITY, this.#readUpTo);
  }

  /** The earliest time at which an earlier hit may still explain one that is not stored. */
  get neededSince(): number {
    return this.waitingSince - NEAR_MS;
  }

  /**
   * Returns the next hits that can be judged: those that are not held back and whose later neighbors were read. If the memory is full of
   * neighbors, they are not waited for.
   */
  next(now: number, max: number): QueuedHit[] {
    const isFree = ({ heldUntil = now }: QueuedHit) => heldUntil <= now;
    const hits = this.#inOrder();
    const until = this.#readUpTo - NEAR_MS;
    const next: QueuedHit[] = [];
    for (const queued of hits) {
      if (next.length === max || queued.hit.at > until) break;
      if (isFree(queued)) next.push(queued);
    }
    return next.length === 0 && hits.length >= MAX_IN_MEMORY ? hits.filter(isFree).slice(0, max) : next;
  }

  remove(stored: ReadonlySet<WaitingHit>): void {
    this.#hits = this.#inOrder().filter((hit) => !stored.has(hit));
    this.#sorted = this.#hits.length;
  }

  /** Hits come almost in order, which is quick to sort. */
  #inOrder(): QueuedHit[] {
    if (this.#sorted < this.#hits.length) this.#hits.sort((a, b) => a.hit.at - b.hit.at);
    this.#sorted = this.#hits.length;
    return this.#hits;
  }
}
