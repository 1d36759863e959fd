/** Connections at once. */
export type Caps = { perNetwork: number; inAll: number };

/** Counts open connections by network, so that one that opens thousands leaves room for the others. */
export class ConnectionCaps {
  readonly #caps: Caps;
  readonly #byNetwork = new Map<string, number>();
  #inAll = 0;

  constructor(caps: Caps) {
    this.#caps = caps;
  }

  get open(): number {
    return this.#inAll;
  }

  /** Whether there is room; who enters leaves once. */
  enter(network: string): boolean {
    const open = this.#byNetwork.get(network) ?? 0;
    if (open >= this.#caps.perNetwork || this.#inAll >= this.#caps.inAll) return false;
    this.#byNetwork.set(network, open + 1);
    this.#inAll += 1;
    return true;
  }

  leave(network: string): void {
    const open = this.#byNetwork.get(network) ?? 0;
    if (open > 1) this.#byNetwork.set(network, open - 1);
    else this.#byNetwork.delete(network);
    this.#inAll -= 1;
  }
}
