import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../telemetry/index.ts";

/** Time until a broken LISTEN connection is tried again; callers poll behind it, so nothing is lost meanwhile. */
const reconnectMs = 1_000;
/** A connection whose other end is gone says nothing, as one without notices does: it is asked so often, and so long is waited. */
const defaultAskEveryMs = 10_000;
/** A stop waits no longer for the connection to end. */
const closeWithinMs = 2_000;

type Options = {
  connectionString: string;
  channel: string;
  onNotice: (payload: string) => void;
  log: Logger;
  askEveryMs?: number;
};

/** Calls `onNotice` for each NOTIFY on a channel; reconnects for ever until closed. */
export class Listener {
  readonly #options: Options;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #asking: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (this.#closed) return;
    const { connectionString, askEveryMs = defaultAskEveryMs } = this.#options;
    const client = new pg.Client({
      connectionString,
      keepAlive: true,
      query_timeout: askEveryMs,
      connectionTimeoutMillis: askEveryMs,
    });
    client.on("error", () => this.#reconnectLater(client));
    client.on("end", () => this.#reconnectLater(client));
    client.on("notification", (notice) => this.#options.onNotice(notice.payload ?? ""));
    try {
      await client.connect();
      await client.query(`LISTEN ${pg.escapeIdentifier(this.#options.channel)}`);
      if (this.#closed) return await client.end();
      this.#client = client;
      this.#asking = setInterval(() => this.#ask(client), askEveryMs);
      this.#options.onNotice("");
    } catch (error) {
      this.#options.log.warn(
        { event: "listener.failed", channel: this.#options.channel, err: error },
        "cannot listen, polling until it works",
      );
      this.#reconnectLater(client);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#asking) clearInterval(this.#asking);
    // Where the other end has fallen silent, the end of the connection is never told.
    const ended = this.#client?.end().catch(() => undefined);
    await Promise.race([ended, sleep(closeWithinMs, undefined, { ref: false })]);
  }

  #ask(client: pg.Client): void {
    client.query("SELECT 1").catch(() => this.#reconnectLater(client));
  }

  #reconnectLater(client: pg.Client): void {
    if (this.#closed || this.#timer) return;
    if (this.#asking) clearInterval(this.#asking);
    if (this.#client === client) this.#client = null;
    client.removeAllListeners("end");
    void client.end().catch(() => undefined);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.start();
    }, reconnectMs);
  }
}
