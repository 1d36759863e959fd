import type { Logger } from "../../../platform/telemetry/index.ts";
import type { Claim } from "../../recipients/index.ts";

/** A dead worker's mail moves when its lease ends: below this, a slow database would cost live workers their leases. */
export const LEASE_SECONDS = 20;
/** Often enough that one failed renewal does no harm. */
const RENEW_EVERY_MS = 5_000;
/**
 * After a renewal that failed. After an outage others wait `graceAfterOutageMs` before they take ended leases for dead, and ours must be
 * renewed by then.
 */
const RENEW_AGAIN_MS = 500;
/** Time for the bytes that are written after the last look at the lease. */
const MARGIN_MS = 3_000;

type Held = { claim: Claim; until: number };

/**
 * Knows which claims this worker holds and until when, by the monotonic clock: a worker that was stopped, or whose database
 * was away, for longer than its leases learns here that it must not send them any more.
 */
export class LeaseKeeper {
  readonly #renew: (claims: Claim[]) => Promise<boolean[]>;
  readonly #log: Logger;
  readonly #held = new Set<Held>();
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: { renew: (claims: Claim[]) => Promise<boolean[]>; log: Logger }) {
    this.#renew = options.renew;
    this.#log = options.log;
  }

  start(): void {
    this.#renewIn(RENEW_EVERY_MS);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #renewIn(ms: number): void {
    this.#timer = setTimeout(async () => {
      const isDone = await this.#renewOld();
      if (!this.#isStopped) this.#renewIn(isDone ? RENEW_EVERY_MS : RENEW_AGAIN_MS);
    }, ms);
  }

  /** `since` is when the claim was asked for, so that our idea of the lease ends no later than the database's. */
  hold(claim: Claim, since: number): { mayTransmit: () => boolean; letGo: () => void } {
    const held: Held = { claim, until: since + LEASE_SECONDS * 1000 };
    this.#held.add(held);
    return {
      mayTransmit: () => performance.now() < held.until - MARGIN_MS,
      letGo: () => void this.#held.delete(held),
    };
  }

  /** Answers whether all that were old are renewed, or known to be somebody else's. */
  async #renewOld(): Promise<boolean> {
    const now = performance.now();
    const old = [...this.#held].filter(({ until }) => until - now < LEASE_SECONDS * 1000 - RENEW_EVERY_MS);
    if (old.length === 0) return true;
    try {
      const ours = await this.#renew(old.map(({ claim }) => claim));
      for (const [index, held] of old.entries()) held.until = ours[index] ? now + LEASE_SECONDS * 1000 : 0;
      return true;
    } catch (error) {
      this.#log.warn(
        { event: "lease.renewal_failed", claims: old.length, err: error },
        "could not renew leases",
      );
      return false;
    }
  }
}
