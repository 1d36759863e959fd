import type { Hit } from "./hit.ts";

/** Hits per minute of one link or pixel. People open a mail a few times; more hits come from a program, and add no information. */
const MAX_PER_MINUTE = 20;
/** Limits memory, because a flood may use many links. */
const MAX_KEYS = 100_000;

/** Limits how often one link, or one pixel, of one recipient is counted. Redirects are not limited. */
export class HitLimit {
  readonly #now: () => number;
  #counts = new Map<string, number>();
  #minute = 0;

  constructor(now = Date.now) {
    this.#now = now;
  }

  /** Whether the hit is counted. */
  allows({ kind, emailId, position, link }: Pick<Hit, "kind" | "emailId" | "position" | "link">): boolean {
    const minute = Math.floor(this.#now() / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const key = `${kind}${emailId}${position} ${link}`;
    const count = this.#counts.get(key) ?? 0;
    if (count >= MAX_PER_MINUTE || (count === 0 && this.#counts.size >= MAX_KEYS)) return false;
    this.#counts.set(key, count + 1);
    return true;
  }
}
