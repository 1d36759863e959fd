import { setTimeout as sleepFor } from "node:timers/promises";

/** What was not sent in the last second may be caught up with; more would be a burst that the limit is there to prevent. */
const BURST_MS = 1_000;

type Clock = {
  now: () => number;
  /** Ends early, without a word, when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

const realClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, { signal }).catch(() => undefined),
};

/** Lets so many recipients a second go by (the generic cell rate algorithm); whoever comes too early waits for their turn. */
export class RelayRate {
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(clock = realClock) {
    this.#clock = clock;
  }

  /** Resolves when they may go, or at once when all is being stopped. */
  async take(recipients: number, perSecond: number | null): Promise<void> {
    if (perSecond === null) return;
    const now = this.#clock.now();
    const turnAt = Math.max(this.#nextAt, now - BURST_MS);
    this.#nextAt = turnAt + (recipients / perSecond) * 1_000;
    if (turnAt > now) await this.#clock.sleep(turnAt - now, this.#stopped.signal);
  }

  stop(): void {
    this.#stopped.abort();
  }
}
