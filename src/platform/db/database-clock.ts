import type { Database } from "./pool.ts";
import { timeNow } from "./time-now.ts";

/** A longer interval would let the two clocks drift apart; a shorter one would cost queries. */
const READ_EVERY_MS = 60_000;

/**
 * The database's clock, which all nodes share, without a query each time. Between readings, and while the database is unavailable, it goes
 * on by the monotonic clock, so changes of the node's clock have no effect.
 */
export class DatabaseClock {
  readonly #database: Pick<Database, "pool">;
  /** The database's time in milliseconds since 1970, and `performance.now()` of the same moment. */
  #reading: { at: number; seenAt: number } | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Pick<Database, "pool">) {
    this.#database = database;
  }

  /** The time in milliseconds since 1970. Until the first reading, by this node's clock. */
  now(): number {
    const monotonic = performance.now();
    if (monotonic - this.#triedAt > READ_EVERY_MS) {
      this.#triedAt = monotonic;
      // Without a database, the time goes on from the last reading.
      this.#read().catch(() => undefined);
    }
    return this.#reading ? this.#reading.at + monotonic - this.#reading.seenAt : Date.now();
  }

  /** Resolves when the database's time is known. Rejects if it is not, and the database is unavailable. */
  async known(): Promise<void> {
    if (!this.#reading) await this.#read();
  }

  async #read(): Promise<void> {
    const askedAt = performance.now();
    this.#triedAt = askedAt;
    const at = (await timeNow(this.#database)).getTime();
    // The database read its clock between the query and the response.
    this.#reading = { at, seenAt: (askedAt + performance.now()) / 2 };
  }
}
