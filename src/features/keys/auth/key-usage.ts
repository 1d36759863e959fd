import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { noteKeysUsed, type UsedKey } from "./queries.ts";

/** Delay before the use of a key is stored: short enough to watch a first use appear, long enough to batch many. */
const FLUSH_AFTER_MS = 1_000;
/** A key in constant use is written at this interval, so that it never becomes a hot row. */
const WRITE_AT_MOST_EVERY_MS = 60_000;

/** Collects the uses of keys and stores them in the background; a request costs only a map entry. */
export class KeyUsage {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #writtenAt = new Map<number, number>();
  readonly #pending = new Map<number, UsedKey>();
  #timer: NodeJS.Timeout | null = null;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  note(key: UsedKey): void {
    const now = performance.now();
    const writtenAt = this.#writtenAt.get(key.keyId);
    if (writtenAt !== undefined && now - writtenAt < WRITE_AT_MOST_EVERY_MS) return;
    this.#writtenAt.set(key.keyId, now);
    this.#pending.set(key.keyId, key);
    this.#timer ??= setTimeout(() => void this.#flush(now), FLUSH_AFTER_MS).unref();
  }

  async #flush(since: number): Promise<void> {
    this.#timer = null;
    const used = [...this.#pending.values()];
    this.#pending.clear();
    for (const [keyId, writtenAt] of this.#writtenAt)
      if (since - writtenAt > WRITE_AT_MOST_EVERY_MS) this.#writtenAt.delete(keyId);
    try {
      await noteKeysUsed(this.#database, used);
    } catch (error) {
      // Not worth a retry: the next use of each key writes it.
      for (const { keyId } of used) this.#writtenAt.delete(keyId);
      this.#log.debug({ event: "keys.usage_not_written", err: error }, "could not write when keys were used");
    }
  }
}
