/** The connections of a pool that are being opened, and how long the server has left them without a greeting. */
export class Openings {
  /** Oldest first. */
  readonly #begun = new Set<{ at: number }>();
  #servedAt = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.#begun.size;
  }

  /** Returns the function to call when the connection is open or has failed. */
  begin(): () => void {
    const begun = { at: performance.now() };
    this.#begun.add(begun);
    return () => void this.#begun.delete(begun);
  }

  /** The server has opened a connection, or replied to a message on another one. */
  served(): void {
    this.#servedAt = performance.now();
  }

  /**
   * The time, in ms, for which the oldest of these connections has waited and the server has served no other one. 0: none waits. A server
   * at its limit may let further connections wait, and serves those that are open.
   */
  get silentForMs(): number {
    const [oldest] = this.#begun;
    return oldest === undefined ? 0 : performance.now() - Math.max(oldest.at, this.#servedAt);
  }
}
