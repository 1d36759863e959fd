import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isUnavailable, MicroBatch } from "../../../platform/db/index.ts";
import { type GivenBack, releaseLeases } from "../../recipients/index.ts";

/** A stop has not more time than for these, and another error than an outage seldom ends by itself. */
const MOST_TRIES = 16;
const RETRY_MS = 500;

type Options = { database: Database; isStopping: () => boolean };

/** Gives back recipients that were not tried, many in one statement. */
export class Releaser {
  readonly #isStopping: () => boolean;
  readonly #batch: MicroBatch<GivenBack, boolean>;

  constructor({ database, isStopping }: Options) {
    this.#isStopping = isStopping;
    this.#batch = new MicroBatch({
      write: (given) => releaseLeases(database, given),
      maxItems: 512,
      concurrency: 1,
      mayRetryAlone: () => false,
    });
  }

  /**
   * Waits for as long as the database is away, because a recipient that is left to its lease counts as lost. Only a stop does not wait:
   * then the journal says that it was never sent, and the next process gives it back. False: it is left to that, or to its lease.
   */
  async release(given: GivenBack): Promise<boolean> {
    for (let triesLeft = MOST_TRIES; triesLeft > 0; ) {
      try {
        await this.#batch.add(given);
        return true;
      } catch (error) {
        if (this.#isStopping() || !isUnavailable(error)) triesLeft -= 1;
        await sleep(RETRY_MS);
      }
    }
    return false;
  }
}
