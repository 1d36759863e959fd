import type { Database } from "../../../platform/db/index.ts";
import { graceAfterOutageMs } from "../in-hand/until-database-is-back.ts";
import { mostPerEnd, wakeSleepers } from "./wake-sleepers.ts";

/** Retries and schedules are late by so much at most. */
const everyMs = 500;

/** Wakes what sleeps and has its time, again and again. */
export class Waker {
  readonly #database: Database;
  readonly #onWoken: () => void;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #wasAway = false;

  constructor({ database, onWoken }: { database: Database; onWoken: () => void }) {
    this.#database = database;
    this.#onWoken = onWoken;
  }

  start(): void {
    this.#wakeIn(everyMs);
  }

  #wakeIn(ms: number): void {
    this.#timer = setTimeout(async () => {
      const next = await this.#wake();
      if (!this.#stopped) this.#wakeIn(next);
    }, ms);
  }

  /** After an outage the leases of others have ended only because nobody could renew them: they get time to settle or to renew. */
  async #wake(): Promise<number> {
    try {
      if (this.#wasAway) {
        await this.#database.pool.query("SELECT 1");
        this.#wasAway = false;
        return graceAfterOutageMs;
      }
      const woken = await wakeSleepers(this.#database);
      if (woken > 0) this.#onWoken();
      return woken >= mostPerEnd ? 0 : everyMs;
    } catch {
      // The claims tell of it.
      this.#wasAway = true;
      return everyMs;
    }
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }
}
