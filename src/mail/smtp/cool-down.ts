import type { Outcome } from "./outcome.ts";

const DEFAULT_MS = 1_000;
/**
 * A refused login lengthens the cooldown by this factor: another attempt would fail too, and servers lock accounts after
 * several failed logins.
 */
const REFUSED_LOGIN_FACTOR = 30;

/**
 * Cooldown after a server was unreachable or refused the connection. Without it, each message would open a connection to a
 * server that is down, or repeat a login that gets our account locked.
 */
export class CoolDown {
  readonly #ms: number;
  #last: { until: number; failure: Outcome } | null = null;
  #openAgainAt = Number.NEGATIVE_INFINITY;

  /** `ms` of 0 turns the cooldown off: the caller limits its own retries. */
  constructor(ms: number = DEFAULT_MS) {
    this.#ms = ms;
  }

  /** @returns the time in ms before a pool with open connections may open another */
  begin(failure: Outcome): number {
    const ms = this.#ms * (failure.phase === "auth" ? REFUSED_LOGIN_FACTOR : 1);
    const reopenDelayMs = Math.max(ms, DEFAULT_MS);
    const now = performance.now();
    this.#last = { until: now + ms, failure };
    this.#openAgainAt = now + reopenDelayMs;
    return reopenDelayMs;
  }

  /** The outcome for messages during the cooldown, when no connection is open. */
  get failure(): Outcome | null {
    if (this.#last !== null && this.#last.until <= performance.now()) this.#last = null;
    return this.#last?.failure ?? null;
  }

  /** Whether a pool with open connections may open another. */
  get mayOpenMore(): boolean {
    return performance.now() + 1 >= this.#openAgainAt;
  }
}
