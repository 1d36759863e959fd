import type { Outcome } from "./outcome.ts";

const defaultMs = 1_000;
/** Refused credentials do not become right within a second, and servers lock accounts that keep on trying. */
const refusedLoginFactor = 30;

/**
 * How long a server that could not be reached, or refused us, is not asked again. Each try on its own would hammer a server that is
 * down, or lock our account out.
 */
export class CoolDown {
  readonly #ms: number;
  #last: { until: number; failure: Outcome } | null = null;
  #openAgainAt = Number.NEGATIVE_INFINITY;

  /** `ms` of 0: messages go on asking, for whoever sends them sees to that. */
  constructor(ms: number = defaultMs) {
    this.#ms = ms;
  }

  /** Answers after how many milliseconds another connection may be opened while some stand. */
  begin(failure: Outcome): number {
    const ms = this.#ms * (failure.phase === "auth" ? refusedLoginFactor : 1);
    const openAgainMs = Math.max(ms, defaultMs);
    const now = performance.now();
    this.#last = { until: now + ms, failure };
    this.#openAgainAt = now + openAgainMs;
    return openAgainMs;
  }

  /** What messages are told meanwhile, where no connection stands. */
  get failure(): Outcome | null {
    if (this.#last !== null && this.#last.until <= performance.now()) this.#last = null;
    return this.#last?.failure ?? null;
  }

  /** Whether connections may be opened beside those that stand. */
  get mayOpenMore(): boolean {
    return performance.now() + 1 >= this.#openAgainAt;
  }
}
