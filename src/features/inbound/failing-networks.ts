/** After this many reports in a row that cannot be read, the others of their network are read last. */
const FAILURES = 2;
/** Networks that are remembered. More of them are an attack that counting does not meet. */
const MAX_NETWORKS = 10_000;

/** Networks whose last reports took more time or memory than a report may have, as far as this process saw. */
export class FailingNetworks {
  readonly #failures = new Map<string, number>();

  /** True once the network is one whose mail is read last. */
  noteFailure(network: string): boolean {
    if (this.#failures.size >= MAX_NETWORKS && !this.#failures.has(network)) this.#failures.clear();
    this.#failures.set(network, (this.#failures.get(network) ?? 0) + 1);
    return this.isFailing(network);
  }

  noteRead(network: string): void {
    this.#failures.delete(network);
  }

  isFailing(network: string): boolean {
    return (this.#failures.get(network) ?? 0) >= FAILURES;
  }
}
