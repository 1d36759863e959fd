import type { Database } from "../../../../platform/db/index.ts";
import type { Logger } from "../../../../platform/telemetry/index.ts";
import {
  type DestinationHost,
  hasOnlyOneAccount,
  KEPT_DAYS,
  loadDestinationHosts,
  type RememberedHost,
  saveDestinationHosts,
} from "./queries.ts";

/** The interval at which workers read each other's deliveries. */
const SYNC_MS = 5_000;
/** Each sync reads this far back, so that slow commits of other workers are not missed. */
const LOOK_BACK_SECONDS = 30;
/** An address is written at most once in this time: not with every message, but often enough to count as recent. */
const WRITE_AGAIN_MS = 600_000;
const MAX_WRITTEN = 50_000;

type Options = {
  database: Database;
  log: Logger;
  syncMs?: number;
};

/**
 * Stores the addresses that have accepted mail, for other workers and across restarts. Writes them in batches, so that no message costs
 * a write of its own.
 */
export class HostMemory {
  readonly #options: Options;
  readonly #writtenAt = new Map<string, number>();
  #pending: DestinationHost[] = [];
  #loading: Promise<void> | null = null;
  #isLoaded = false;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  #isOnlyAccount = false;
  /** Called for each address to which another worker, or an earlier process, has delivered mail. */
  onRemembered: (host: RememberedHost) => void = () => undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether the instance has only one account. */
  get isOnlyAccount(): boolean {
    return this.#isOnlyAccount;
  }

  /** Resolves when the stored addresses are loaded. If the database is unavailable, they are learned again. Null: nothing to wait for. */
  ready(): Promise<void> | null {
    if (this.#isLoaded) return null;
    this.#loading ??= this.#sync(KEPT_DAYS * 86_400).finally(() => {
      this.#isLoaded = true;
      this.#syncLater();
    });
    return this.#loading;
  }

  recordDelivery(throttle: string, address: string): void {
    const key = `${throttle} ${address}`;
    const now = performance.now();
    if (now - (this.#writtenAt.get(key) ?? Number.NEGATIVE_INFINITY) < WRITE_AGAIN_MS) return;
    if (this.#writtenAt.size >= MAX_WRITTEN) this.#writtenAt.clear();
    this.#writtenAt.set(key, now);
    this.#pending.push({ throttle, address });
  }

  /** Writes the deliveries that are not stored yet. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#loading?.catch(() => undefined);
    await this.#write().catch(() => undefined);
  }

  #syncLater(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#loading = this.#sync(LOOK_BACK_SECONDS).finally(() => this.#syncLater());
    }, this.#options.syncMs ?? SYNC_MS).unref();
  }

  async #sync(seconds: number): Promise<void> {
    const { database, log } = this.#options;
    try {
      await this.#write();
      this.#isOnlyAccount = await hasOnlyOneAccount(database);
      const hosts = await loadDestinationHosts(database, seconds);
      // Above the limit, the oldest are forgotten.
      for (const host of hosts.toReversed()) this.onRemembered(host);
    } catch (error) {
      log.warn(
        { event: "destinations.note_failed", err: error },
        "could not share the hosts that accept mail",
      );
    }
  }

  async #write(): Promise<void> {
    const hosts = this.#pending;
    if (hosts.length === 0) return;
    this.#pending = [];
    await saveDestinationHosts(this.#options.database, hosts).catch((error: unknown) => {
      this.#pending = [...hosts, ...this.#pending].slice(0, MAX_WRITTEN);
      throw error;
    });
  }
}
