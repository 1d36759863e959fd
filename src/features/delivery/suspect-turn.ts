import type { AttemptResult } from "./outcome.ts";
import type { Claim } from "./queries.ts";

/** Without a suspect in hand, one is looked for this often. */
const lookEveryMs = 1_000;

/**
 * Recipients whose workers were lost twice are tried one at a time (checklist F24): if the email is what ends a worker, it takes no
 * other suspect with it, and the next loss is certainly its own.
 */
export class SuspectTurn {
  #inHand: Claim | null = null;
  #lookAt = 0;

  /** Whether it is time to look for one. */
  isFree(): boolean {
    return this.#inHand === null && performance.now() >= this.#lookAt;
  }

  take(claim: Claim | null): void {
    this.#inHand = claim;
    this.#lookAt = performance.now() + lookEveryMs;
  }

  end(claim: Claim): void {
    if (this.#inHand !== claim) return;
    this.#inHand = null;
    this.#lookAt = 0;
  }
}

/** After three lost workers. What they had in hand may have gone out, so it is not called failed. */
export const poison: AttemptResult = {
  kind: "uncertain",
  reason:
    "poison: three workers ended while they had this email in hand, so it is not tried any more; the log of the workers tells why",
};
