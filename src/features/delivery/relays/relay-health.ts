/** Stores the health of a relay: in its row, for all workers, or in memory for the relay of the settings. */
export type RelayHealth = {
  /** Starts a cooldown and returns its length. Null: the relay was removed. */
  open(failure: { isRefusal: boolean; wasProbe: boolean; error: string }): Promise<Opened | null>;
  /** Whether this worker is the one that may probe. */
  takeProbe(): Promise<boolean>;
  recordSuccess(): Promise<void>;
};

type Opened = {
  retryInMs: number;
  /** Whether the credentials are rejected now and were not before. */
  isNewRefusal: boolean;
};

/** For a relay without a row: each worker keeps its own state. */
export class LocalHealth implements RelayHealth {
  readonly #cooldownMs: (failure: { failures: number; isRefusal: boolean }) => number;
  #failures = 0;
  #isRefused = false;

  constructor(cooldownMs: (failure: { failures: number; isRefusal: boolean }) => number) {
    this.#cooldownMs = cooldownMs;
  }

  async open({ isRefusal }: { isRefusal: boolean }): Promise<Opened> {
    const isNewRefusal = isRefusal && !this.#isRefused;
    this.#isRefused ||= isRefusal;
    const retryInMs = this.#cooldownMs({ failures: this.#failures, isRefusal });
    this.#failures += 1;
    return { retryInMs, isNewRefusal };
  }

  async takeProbe(): Promise<boolean> {
    return true;
  }

  async recordSuccess(): Promise<void> {
    this.#failures = 0;
    this.#isRefused = false;
  }
}
