import type { Logger } from "../../../platform/telemetry/index.ts";
import type { Claim } from "../queue/claim.ts";

/** A dead worker's mail moves when its lease ends: below this, a slow database would cost live workers their leases. */
export const leaseSeconds = 20;
/** Often enough that one failed renewal does no harm. */
const renewEveryMs = 5_000;
/** Time for the bytes that are written after the last look at the lease. */
const marginMs = 3_000;

type Held = { claim: Claim; until: number };

/**
 * Knows which claims this worker holds and until when, by the monotonic clock: a worker that was stopped, or whose database
 * was away, for longer than its leases finds here that it must not send what it still has in hand.
 */
export class LeaseKeeper {
  readonly #renew: (claims: Claim[]) => Promise<boolean[]>;
  readonly #log: Logger;
  readonly #held = new Set<Held>();
  #timer: NodeJS.Timeout | null = null;
  #renewing = false;

  constructor(options: { renew: (claims: Claim[]) => Promise<boolean[]>; log: Logger }) {
    this.#renew = options.renew;
    this.#log = options.log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#renewOld(), renewEveryMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** `since` is when the claim was asked for, so that our idea of the lease ends no later than the database's. */
  hold(claim: Claim, since: number): { mayTransmit: () => boolean; letGo: () => void } {
    const held: Held = { claim, until: since + leaseSeconds * 1000 };
    this.#held.add(held);
    return {
      mayTransmit: () => performance.now() < held.until - marginMs,
      letGo: () => void this.#held.delete(held),
    };
  }

  async #renewOld(): Promise<void> {
    const now = performance.now();
    const old = [...this.#held].filter(({ until }) => until - now < leaseSeconds * 1000 - renewEveryMs);
    if (old.length === 0 || this.#renewing) return;
    this.#renewing = true;
    try {
      const ours = await this.#renew(old.map(({ claim }) => claim));
      for (const [index, held] of old.entries()) held.until = ours[index] ? now + leaseSeconds * 1000 : 0;
    } catch (error) {
      this.#log.warn(
        { event: "lease.renewal_failed", claims: old.length, err: error },
        "could not renew leases",
      );
    } finally {
      this.#renewing = false;
    }
  }
}
