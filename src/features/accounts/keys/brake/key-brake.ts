import type { AccountDeps } from "../../deps.ts";
import type { SendNotice } from "../../users/tell-people.ts";
import { pauseKey } from "./pause-key.ts";
import { addKeyCounts, type KeyCount } from "./queries.ts";
import { type BrakeThresholds, reasonToBrake, usualThresholds } from "./reason-to-brake.ts";

/** Between what a key does and its pause, on all nodes; with the half second for which doors know a key, all that an attack has. */
const flushAfterMs = 1_000;

type KeyBrakeOptions = AccountDeps & { sendNotice: SendNotice; thresholds?: BrakeThresholds };
type Key = { accountId: string; keyId: number };

/**
 * Counts what is sent with each key and what becomes of it, and pauses keys that do what they never did. A count costs a map;
 * once a second the sums of all processes meet in the database. When it is away, counts wait for the next.
 */
export class KeyBrake {
  readonly #options: KeyBrakeOptions;
  readonly #thresholds: BrakeThresholds;
  #counts = new Map<number, KeyCount>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: KeyBrakeOptions) {
    this.#options = options;
    this.#thresholds = options.thresholds ?? usualThresholds;
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
    this.#timer ??= setTimeout(() => void this.#flush(), flushAfterMs).unref();
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
        const reason = reasonToBrake(hour, this.#thresholds);
        if (reason !== null) void this.#pause({ accountId, keyId, reason });
      }
    } catch (error) {
      this.#takeBack(counts);
      log.debug({ event: "brake.not_counted", err: error }, "could not count what keys send");
    }
  }

  /** They go with the next count: a timer of their own would ask a database that is closed for ever. */
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
      // The next count that comes with the key tries again.
      this.#options.log.warn(
        { event: "brake.not_paused", keyId: key.keyId, err: error },
        "could not pause a key",
      ),
    );
  }
}
