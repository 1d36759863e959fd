/** Lets one waiter sleep until something happens; what happened while it was not waiting is not missed. */
export class Signal {
  #raised = false;
  #resolve: () => void = () => undefined;

  raise(): void {
    this.#raised = true;
    this.#resolve();
  }

  /** Until `raise`, which it answers with true, or until the time is up. */
  async wait(withinMs?: number): Promise<boolean> {
    if (!this.#raised) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#resolve = resolve;
      const timer = withinMs === undefined ? null : setTimeout(resolve, withinMs);
      await promise;
      if (timer) clearTimeout(timer);
    }
    const wasRaised = this.#raised;
    this.#raised = false;
    return wasRaised;
  }
}
