/** So many messages in a time from each network, counted in this process (the generic cell rate algorithm). */
export class MessageRate {
  readonly #windowMs: number;
  readonly #intervalMs: number;
  /** When the messages so far are forgiven. */
  readonly #drainedAt = new Map<string, number>();

  constructor(most: number, windowMs: number) {
    this.#windowMs = windowMs;
    this.#intervalMs = windowMs / most;
  }

  /** Whether there may be another one now; it counts. */
  take(network: string, now = performance.now()): boolean {
    if (this.#drainedAt.size > mostNetworks) this.#forget(now);
    const drainedAt = Math.max(now, this.#drainedAt.get(network) ?? 0) + this.#intervalMs;
    if (drainedAt - now > this.#windowMs) return false;
    this.#drainedAt.set(network, drainedAt);
    return true;
  }

  #forget(now: number): void {
    for (const [network, drainedAt] of this.#drainedAt) if (drainedAt <= now) this.#drainedAt.delete(network);
    // All of them busy at once: an attack by so many is not met by counting them.
    if (this.#drainedAt.size > mostNetworks) this.#drainedAt.clear();
  }
}

const mostNetworks = 20_000;
