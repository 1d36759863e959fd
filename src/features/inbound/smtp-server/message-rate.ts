/** Limits each network to N messages in a time window, counted in this process (generic cell rate algorithm). */
export class MessageRate {
  readonly #windowMs: number;
  readonly #intervalMs: number;
  /** The time at which a network has its full allowance again. */
  readonly #drainedAt = new Map<string, number>();

  constructor(maxMessages: number, windowMs: number) {
    this.#windowMs = windowMs;
    this.#intervalMs = windowMs / maxMessages;
  }

  /** Counts a message and returns true, or returns false when the network is at its limit. */
  take(network: string, now = performance.now()): boolean {
    if (this.#drainedAt.size > MAX_NETWORKS) this.#forget(now);
    const drainedAt = Math.max(now, this.#drainedAt.get(network) ?? 0) + this.#intervalMs;
    if (drainedAt - now > this.#windowMs) return false;
    this.#drainedAt.set(network, drainedAt);
    return true;
  }

  #forget(now: number): void {
    for (const [network, drainedAt] of this.#drainedAt) if (drainedAt <= now) this.#drainedAt.delete(network);
    // All networks are busy: counting cannot stop an attack from this many.
    if (this.#drainedAt.size > MAX_NETWORKS) this.#drainedAt.clear();
  }
}

const MAX_NETWORKS = 20_000;
