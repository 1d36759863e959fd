import type { Database } from "../../../platform/db/index.ts";
import { promoteDue, ROWS_PER_END } from "../../recipients/index.ts";
import { GRACE_AFTER_OUTAGE_MS } from "../crash-guard/wait-for-database.ts";

/** Retries and scheduled mail are late by this much at most. */
const EVERY_MS = 500;

type DuePromoterOptions = {
  database: Database;
  /** The accounts that ask for the events of acceptance. */
  listening: () => Promise<readonly string[]>;
  onPromoted: () => void;
};

/** Makes delayed recipients ready when they are due. */
export class DuePromoter {
  readonly #options: DuePromoterOptions;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;
  #wasAway = false;

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
      const promoted = await promoteDue(database, await listening());
      if (promoted > 0) onPromoted();
      return promoted >= ROWS_PER_END ? 0 : EVERY_MS;
    } catch {
      // The claims log the outage.
      this.#wasAway = true;
      return EVERY_MS;
    }
  }
}
