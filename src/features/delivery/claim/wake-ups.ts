/** Events after which a claim may find something that the last one did not. */
export type WakeUp = "mail due" | "capacity freed" | "stopping";

/** Wakes the claimer before its pause is over. An event that comes while the claimer is busy is not missed. */
export class WakeUps {
  #missed: WakeUp | null = null;
  #wake: (event: WakeUp) => void = () => undefined;

  emit(event: WakeUp): void {
    this.#missed = event;
    this.#wake(event);
  }

  /** Returns the latest event since the last call, as soon as there is one; null if there is none within the time. */
  async next(withinMs?: number): Promise<WakeUp | null> {
    if (this.#missed === null) {
      const { promise, resolve } = Promise.withResolvers<WakeUp | null>();
      this.#wake = resolve;
      const timer = withinMs === undefined ? null : setTimeout(resolve, withinMs, null);
      await promise;
      if (timer) clearTimeout(timer);
    }
    const event = this.#missed;
    this.#missed = null;
    return event;
  }
}
