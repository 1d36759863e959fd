import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isUnavailable, MicroBatch } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { type Claim, settleAttempts } from "../../recipients/index.ts";
import { withoutReply } from "./decide-next.ts";
import { type Decided, settlementOf } from "./settlement-of.ts";

/** Hundreds of recipients may wait for the database at once. One of them logs the failure. */
const LOG_EVERY_MS = 1_000;
/**
 * Under load, results wait this long for others. The connection and its throttle are already free, and the journal has the result. With
 * 20 ms, four workers settled 28 results at a time, and PostgreSQL spent half as much again on each (decision 16). A longer wait delays
 * outcomes.
 */
const LINGER_MS = 60;
/** Interval between attempts while the database is unavailable. */
const RETRY_MS = 200;

/** SQLSTATE classes 22 data exception, 23 integrity constraint, 54 program limit: the values themselves are invalid. */
function isDataError(error: unknown): boolean {
  return error instanceof Error && /^(22|23|54)/.test(String((error as { code?: unknown }).code));
}

/** Records decisions, many in one commit. Waits while the database is unavailable: a result is never dropped. */
export class Settler {
  readonly #log: Logger;
  #loggedAt = Number.NEGATIVE_INFINITY;
  readonly #batch: MicroBatch<Decided, boolean>;

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#log = log;
    this.#batch = new MicroBatch({
      write: (decided) => settleAttempts(database, decided.map(settlementOf)),
      maxItems: 256,
      linger: { ms: LINGER_MS, items: 128 },
      concurrency: 2,
      mayRetryAlone: (error) => !isUnavailable(error),
    });
  }

  /** Resolves when it is recorded. False: a newer attempt has taken over, and its result counts. */
  async settle({ claim, decision: original, ...rest }: Decided): Promise<boolean> {
    let decision = original;
    for (;;) {
      try {
        const written = await this.#batch.add({ claim, decision, ...rest });
        if (!written)
          this.#log.warn(
            { event: "delivery.fenced", ...claim },
            "the outcome of an attempt was ignored, because a newer attempt has started",
          );
        return written;
      } catch (error) {
        this.#logFailure(claim, error);
        // Other errors are not caused by the reply, so it is kept and recorded when the database is back.
        if (isDataError(error)) decision = withoutReply(decision);
        await sleep(RETRY_MS);
      }
    }
  }

  #logFailure(claim: Claim, error: unknown): void {
    const now = performance.now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#log.warn({ event: "delivery.settle_failed", ...claim, err: error }, "could not settle an attempt");
  }
}
