import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { addQueueMinutes, type MinuteCount } from "./queries.ts";

const FLUSH_EVERY_MS = 2_000;
/** Destinations counted between two flushes. Further ones are not counted, which bounds memory while the database is unavailable. */
const MAX_DESTINATIONS = 20_000;

type Outcome = "delivered" | "deferred" | "bounced" | "other";

/** Counts a worker's settled recipients by account, domain and minute. The counts are for people, so those of a failed flush are lost. */
export class QueueMeter {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #counts = new Map<string, MinuteCount>();
  readonly #timer: NodeJS.Timeout;

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
  }

  count(accountId: string, domain: string, state: string): void {
    const key = `${accountId} ${domain}`;
    const counted = this.#counts.get(key) ?? {
      accountId,
      domain,
      delivered: 0,
      deferred: 0,
      bounced: 0,
      other: 0,
    };
    if (this.#counts.size < MAX_DESTINATIONS) this.#counts.set(key, counted);
    counted[outcomeOf(state)] += 1;
  }

  async flush(): Promise<void> {
    const counts = [...this.#counts.values()];
    this.#counts.clear();
    if (counts.length === 0) return;
    await addQueueMinutes(this.#database, counts).catch((error: unknown) =>
      this.#log.warn(
        { event: "queue.not_counted", err: error },
        "could not write the counts of settled recipients",
      ),
    );
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}

function outcomeOf(state: string): Outcome {
  if (state === "captured") return "delivered";
  return state === "delivered" || state === "deferred" || state === "bounced" ? state : "other";
}
