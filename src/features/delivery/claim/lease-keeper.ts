import type { Logger } from "../../../platform/telemetry/index.ts";
import type { Claim } from "../../recipients/index.ts";

/**
 * A crashed worker's mail is claimed again when its leases end, so longer leases delay it. With shorter ones, a slow database costs live
 * workers their leases.
 */
export const LEASE_SECONDS = 20;
/** Often enough that one failed renewal does no harm. */
const RENEW_EVERY_MS = 5_000;
/**
 * After a failed renewal. After an outage, other workers wait GRACE_AFTER_OUTAGE_MS before they take over expired leases, and ours must be
 * renewed by then.
 */
const RENEW_AGAIN_MS = 500;
/** Time to write the bytes that follow the last check of the lease. */
const MARGIN_MS = 3_000;

type Held = { claim: Claim; until: number };

/**
 * Renews the leases of this worker's claims, and knows until when each lasts, by the monotonic clock. A worker that was suspended, or
 * whose database was unavailable, for longer than a lease must not send that mail any more.
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
      const isRenewed = await this.#renewOld();
      if (!this.#isStopped) this.#renewIn(isRenewed ? RENEW_EVERY_MS : RENEW_AGAIN_MS);
    }, ms);
  }

  /** `askedAt`: when the claim was sent to the database, so that the lease ends here no later than there. */
  hold(claim: Claim, askedAt: number): { mayTransmit: () => boolean; letGo: () => void } {
    const held: Held = { claim, until: askedAt + LEASE_SECONDS * 1000 };
    this.#held.add(held);
    return {
      mayTransmit: () => performance.now() < held.until - MARGIN_MS,
      letGo: () => void this.#held.delete(held),
    };
  }

  async #renewOld(): Promise<boolean> {
    const now = performance.now();
    return await this.#renewThose(({ until }) => until - now < LEASE_SECONDS * 1000 - RENEW_EVERY_MS);
  }

  /** Returns false if the database was unavailable. */
  renewAll(): Promise<boolean> {
    return this.#renewThose(() => true);
  }

  /** A lease that another worker has taken over ends here. */
  async #renewThose(isMeant: (held: Held) => boolean): Promise<boolean> {
    const now = performance.now();
    const old = [...this.#held].filter(isMeant);
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
