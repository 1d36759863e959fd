/** After this many unreadable reports in a row, a network's other reports are read last. */
const FAILURES = 2;
/** Bounds memory: an attack from more networks than this cannot be stopped by counting failures. */
const MAX_NETWORKS = 10_000;

/** Networks whose last reports exceeded the time or memory limit in this process. */
export class FailingNetworks {
  readonly #failures = new Map<string, number>();

  /** Returns true when the network has failed too often, so that its mail is read last. */
  recordFailure(network: string): boolean {
    if (this.#failures.size >= MAX_NETWORKS && !this.#failures.has(network)) this.#failures.clear();
    this.#failures.set(network, (this.#failures.get(network) ?? 0) + 1);
    return this.isFailing(network);
  }

  recordRead(network: string): void {
    this.#failures.delete(network);
  }

  isFailing(network: string): boolean {
    return (this.#failures.get(network) ?? 0) >= FAILURES;
  }
}
