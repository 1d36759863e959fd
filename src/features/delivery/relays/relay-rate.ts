import { setTimeout as sleepFor } from "node:timers/promises";

/** Unused capacity of the last second may be caught up with. More would be a burst, which the limit prevents. */
const BURST_MS = 1_000;

type Clock = {
  now: () => number;
  /** Resolves early when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

const realClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, { signal }).catch(() => undefined),
};

/** Limits recipients per second (generic cell rate algorithm). A caller that is too early waits. */
export class RelayRate {
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(clock = realClock) {
    this.#clock = clock;
  }

  /** The time until `take` resolves at once. */
  waitMs(): number {
    return Math.max(0, this.#nextAt - this.#clock.now());
  }

  /** Resolves when the recipients may be sent, or at once during a stop. */
  async take(recipients: number, perSecond: number): Promise<void> {
    const now = this.#clock.now();
    const turnAt = Math.max(this.#nextAt, now - BURST_MS);
    this.#nextAt = turnAt + (recipients / perSecond) * 1_000;
    if (turnAt > now) await this.#clock.sleep(turnAt - now, this.#stopped.signal);
  }

  stop(): void {
    this.#stopped.abort();
  }
}
