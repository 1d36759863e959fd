import { type PauseDeps, pauseKey } from "./pause-key.ts";
import { addKeyCounts, type KeyCount } from "./queries.ts";
import { type AbuseThresholds, DEFAULT_THRESHOLDS, reasonToSuspendKey } from "./reason-to-suspend-key.ts";

/**
 * Delay between a count and the pause of a key. Together with the half second of the key cache, it bounds the duration of an
 * attack.
 */
const FLUSH_AFTER_MS = 1_000;

type AbuseGuardOptions = PauseDeps & { thresholds?: AbuseThresholds };
type Key = { accountId: string; keyId: number };

/**
 * Counts the recipients and outcomes of each key, and pauses a key that suddenly sends far more than before or whose mail bounces.
 * Counting happens in memory. Once a second, each process adds its counts to the sums in the database; while the database is
 * unavailable, counts are kept for the next exchange.
 */
export class AbuseGuard {
  readonly #options: AbuseGuardOptions;
  readonly #thresholds: AbuseThresholds;
  #counts = new Map<number, KeyCount>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: AbuseGuardOptions) {
    this.#options = options;
    this.#thresholds = options.thresholds ?? DEFAULT_THRESHOLDS;
  }

  countAccepted(key: Key, recipients: number): void {
    this.#of(key).recipients += recipients;
  }

  countOutcome(key: Key, outcome: "delivered" | "bounced"): void {
    this.#of(key)[outcome] += 1;
  }

  #of({ accountId, keyId }: Key): KeyCount {
    let count = this.#counts.get(keyId);
    if (count === undefined) {
      count = { accountId, keyId, recipients: 0, delivered: 0, bounced: 0 };
      this.#counts.set(keyId, count);
    }
    this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_AFTER_MS).unref();
    return count;
  }

  async #flush(): Promise<void> {
    const { database, log } = this.#options;
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    this.#timer = null;
    try {
      const { recipients } = this.#thresholds;
      const hours = await addKeyCounts(database, { counts, recipients });
      for (const { accountId, keyId, ...hour } of hours) {
        const reason = reasonToSuspendKey(hour, this.#thresholds);
        if (reason !== null) void this.#pause({ accountId, keyId, reason });
      }
    } catch (error) {
      this.#takeBack(counts);
      log.debug({ event: "abuse_guard.not_counted", err: error }, "could not count what keys send");
    }
  }

  /** The next count stores these too. A timer would query a closed database forever. */
  #takeBack(counts: KeyCount[]): void {
    for (const { accountId, keyId, recipients, delivered, bounced } of counts) {
      const count = this.#counts.get(keyId) ?? { accountId, keyId, recipients: 0, delivered: 0, bounced: 0 };
      count.recipients += recipients;
      count.delivered += delivered;
      count.bounced += bounced;
      this.#counts.set(keyId, count);
    }
  }

  async #pause(key: Key & { reason: string }): Promise<void> {
    await pauseKey(this.#options, key).catch((error: unknown) =>
      // The next count of the key retries.
      this.#options.log.warn(
        { event: "abuse_guard.not_paused", keyId: key.keyId, err: error },
        "could not pause a key",
      ),
    );
  }
}
