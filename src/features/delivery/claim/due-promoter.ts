import type { Database } from "../../../platform/db/index.ts";
import { promoteDue, ROWS_PER_END } from "../../recipients/index.ts";
import { GRACE_AFTER_OUTAGE_MS } from "../crash-guard/until-database-is-back.ts";

/** Retries and schedules are late by this much at most. */
const EVERY_MS = 500;

/** Makes due recipients ready, again and again. */
export class DuePromoter {
  readonly #database: Database;
  readonly #onPromoted: () => void;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #wasAway = false;

  constructor({ database, onPromoted }: { database: Database; onPromoted: () => void }) {
    this.#database = database;
    this.#onPromoted = onPromoted;
  }

  start(): void {
    this.#promoteIn(EVERY_MS);
  }

  #promoteIn(ms: number): void {
    this.#timer = setTimeout(async () => {
      const next = await this.#promote();
      if (!this.#stopped) this.#promoteIn(next);
    }, ms);
  }

  /** After an outage, leases have expired only because no worker could renew them: workers get time to settle or to renew. */
  async #promote(): Promise<number> {
    try {
      if (this.#wasAway) {
        await this.#database.pool.query("SELECT 1");
        this.#wasAway = false;
        return GRACE_AFTER_OUTAGE_MS;
      }
      const promoted = await promoteDue(this.#database);
      if (promoted > 0) this.#onPromoted();
      return promoted >= ROWS_PER_END ? 0 : EVERY_MS;
    } catch {
      // The claims report the outage.
      this.#wasAway = true;
      return EVERY_MS;
    }
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }
}
