import type { Database } from "../../../platform/db/index.ts";
import { promoteDue, ROWS_PER_END } from "../../recipients/index.ts";
import { GRACE_AFTER_OUTAGE_MS } from "../crash-guard/wait-for-database.ts";

/** Retries and scheduled mail are late by this much at most. */
const EVERY_MS = 500;

/**
 * A larger step of the database's clock may end leases of live workers, which always have ten seconds left. With a smaller limit, a busy
 * database would look like a step.
 */
const LARGEST_STEP_SECONDS = 3;

type DuePromoterOptions = {
  database: Database;
  /** The accounts that ask for the events of acceptance. */
  listening: () => Promise<readonly string[]>;
  onPromoted: () => void;
  /** Renews the leases of this worker. False: the database was unavailable. */
  renewLeases: () => Promise<boolean>;
};

/** The database's clock in seconds since 1970, and performance.now() just before it was read. */
type Clock = { now: number; askedAt: number };

/** Makes delayed recipients ready when they are due. */
export class DuePromoter {
  readonly #options: DuePromoterOptions;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;
  #wasAway = false;
  #clock: Clock | null = null;

  constructor(options: DuePromoterOptions) {
    this.#options = options;
  }

  start(): void {
    this.#promoteIn(EVERY_MS);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #promoteIn(ms: number): void {
    this.#timer = setTimeout(async () => {
      const nextMs = await this.#promote();
      if (!this.#isStopped) this.#promoteIn(nextMs);
    }, ms);
  }

  /**
   * Returns the time until the next call. After an outage, workers get time to settle or renew before expired leases
   * count as crashes.
   */
  async #promote(): Promise<number> {
    const { database, listening, onPromoted } = this.#options;
    try {
      if (this.#wasAway) {
        await database.pool.query("SELECT 1");
        this.#wasAway = false;
        return GRACE_AFTER_OUTAGE_MS;
      }
      const accounts = await listening();
      const before = this.#clock;
      const askedAt = performance.now();
      const { promoted, now } = await promoteDue(database, accounts, latestTime(before, askedAt));
      if (now > latestTime(before, performance.now())) return await this.#afterStep({ now, askedAt });
      this.#clock = { now, askedAt };
      if (promoted > 0) onPromoted();
      return promoted >= ROWS_PER_END ? 0 : EVERY_MS;
    } catch {
      // The claims log the outage.
      this.#wasAway = true;
      return EVERY_MS;
    }
  }

  /**
   * The machine was suspended, or its clock was set. All leases may have ended, although their workers are alive: this worker renews its
   * own, and the others get time to do the same.
   */
  async #afterStep(clock: Clock): Promise<number> {
    if (!(await this.#options.renewLeases())) return EVERY_MS;
    this.#clock = clock;
    return GRACE_AFTER_OUTAGE_MS;
  }
}

/** The latest time that the database's clock can show, unless it was set. */
function latestTime(clock: Clock | null, at: number): number {
  if (clock === null) return Number.POSITIVE_INFINITY;
  return clock.now + (at - clock.askedAt) / 1_000 + LARGEST_STEP_SECONDS;
}
