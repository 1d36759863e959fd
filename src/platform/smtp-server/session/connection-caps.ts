/** Maximum concurrent connections. */
export type Caps = { perNetwork: number; perAccount?: number; inAll: number };

/**
 * Counts open connections by network, and by account after login. A network or an account can have at most as many
 * connections as remain free, as in ByteBudget, so that ten networks at their limit leave a share for the eleventh.
 */
export class ConnectionCaps {
  readonly #caps: Caps;
  readonly #byNetwork = new Counts();
  readonly #byAccount = new Counts();
  #inAll = 0;

  constructor(caps: Caps) {
    this.#caps = caps;
  }

  get open(): number {
    return this.#inAll;
  }

  /** Whether more than half of all connections are open, so that clients without a login get less time. */
  get isCrowded(): boolean {
    return this.#inAll > this.#caps.inAll / 2;
  }

  /**
   * Takes a connection slot. @returns null when none is free, otherwise the function that releases it; repeated calls have
   * no effect
   */
  enter(network: string): (() => void) | null {
    const { perNetwork, inAll } = this.#caps;
    const free = inAll - this.#inAll - 1;
    if (free < 0 || this.#byNetwork.of(network) + 1 > Math.min(perNetwork, Math.max(1, free))) return null;
    this.#inAll += 1;
    const leave = this.#byNetwork.add(network);
    return once(() => {
      this.#inAll -= 1;
      leave();
    });
  }

  /** Does the same for an account, for a connection that already has a slot and has now logged in. */
  join(account: string): (() => void) | null {
    const { perAccount = Number.POSITIVE_INFINITY, inAll } = this.#caps;
    const free = inAll - this.#inAll;
    if (this.#byAccount.of(account) + 1 > Math.min(perAccount, Math.max(1, free))) return null;
    return once(this.#byAccount.add(account));
  }
}

class Counts {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Adds one and returns the function that removes it again. */
  add(name: string): () => void {
    this.#counts.set(name, this.of(name) + 1);
    return () => {
      const remaining = this.of(name) - 1;
      if (remaining > 0) this.#counts.set(name, remaining);
      else this.#counts.delete(name);
    };
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
