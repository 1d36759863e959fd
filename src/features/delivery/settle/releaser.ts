import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isUnavailable, MicroBatch } from "../../../platform/db/index.ts";
import { type GivenBack, releaseLeases } from "../../recipients/index.ts";

/** A stop has time for no more attempts, and errors other than an outage seldom end by themselves. */
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
      write: (recipients) => releaseLeases(database, recipients),
      maxItems: 512,
      concurrency: 1,
      mayRetryAlone: () => false,
    });
  }

  /**
   * Waits for as long as the database is unavailable, because a recipient whose lease expires counts a crash. Only a stop does not wait: the
   * journal shows that the recipient was never sent, and the next process gives it back. False: it is left to the journal or the lease.
   */
  async release(recipient: GivenBack): Promise<boolean> {
    for (let triesLeft = MOST_TRIES; triesLeft > 0; ) {
      try {
        await this.#batch.add(recipient);
        return true;
      } catch (error) {
        if (this.#isStopping() || !isUnavailable(error)) triesLeft -= 1;
        await sleep(RETRY_MS);
      }
    }
    return false;
  }
}
