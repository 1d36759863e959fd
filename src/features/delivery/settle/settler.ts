import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isUnavailable, MicroBatch } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { type Claim, settleAttempts } from "../../recipients/index.ts";
import { withoutReply } from "./decide-next.ts";
import { type Decided, settlementOf } from "./settlement-of.ts";

/** Hundreds may wait for the database at once, and try again and again: one of them tells. */
const TELL_EVERY_MS = 1_000;
/** Between tries while the database is away. */
const RETRY_MS = 200;

/** SQLSTATE classes 22 data exception, 23 integrity constraint, 54 program limit: the values themselves are invalid. */
function isDataError(error: unknown): boolean {
  return error instanceof Error && /^(22|23|54)/.test(String((error as { code?: unknown }).code));
}

/** Writes what became of attempts, many in one commit. A result that arrived is not forgotten because the database is away. */
export class Settler {
  readonly #log: Logger;
  #toldAt = Number.NEGATIVE_INFINITY;
  readonly #batch: MicroBatch<Decided, boolean>;

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#log = log;
    this.#batch = new MicroBatch({
      write: (decided) => settleAttempts(database, decided.map(settlementOf)),
      maxItems: 256,
      concurrency: 2,
      mayRetryAlone: (error) => !isUnavailable(error),
    });
  }

  /** Comes back when it is written; false when a newer attempt has taken over, whose result counts. */
  async settle({ claim, decision: given, ...how }: Decided): Promise<boolean> {
    let decision = given;
    for (;;) {
      try {
        const written = await this.#batch.add({ claim, decision, ...how });
        if (!written)
          this.#log.warn({ event: "delivery.fenced", ...claim }, "a newer attempt has taken over");
        return written;
      } catch (error) {
        this.#tellOf(claim, error);
        // Of other errors the reply is innocent: it is written once the database is well.
        if (isDataError(error)) decision = withoutReply(decision);
        await sleep(RETRY_MS);
      }
    }
  }

  #tellOf(claim: Claim, error: unknown): void {
    const now = performance.now();
    if (now - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = now;
    this.#log.warn({ event: "delivery.settle_failed", ...claim, err: error }, "could not settle an attempt");
  }
}
