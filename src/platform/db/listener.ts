import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../telemetry/index.ts";
import { sessionConfig } from "./session-config.ts";

/** The delay before a broken LISTEN connection is retried. Callers also poll, so nothing is lost meanwhile. */
const RECONNECT_MS = 1_000;
/**
 * A connection to a server that disappeared looks like an idle one, so it is checked with a query at this interval. The
 * query's timeout is the same.
 */
const DEFAULT_ASK_EVERY_MS = 10_000;
/** Maximum time that close() waits for the connection to end. */
const CLOSE_WITHIN_MS = 2_000;

type ListenerOptions = {
  connectionString: string;
  channel: string;
  onNotice: (payload: string) => void;
  log: Logger;
  askEveryMs?: number;
};

/** Calls `onNotice` for each NOTIFY on a channel. Reconnects until closed. */
export class Listener {
  readonly #options: ListenerOptions;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #asking: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (this.#closed) return;
    const { connectionString, askEveryMs = DEFAULT_ASK_EVERY_MS } = this.#options;
    const client = new pg.Client(
      sessionConfig(connectionString, {
        keepAlive: true,
        query_timeout: askEveryMs,
        connectionTimeoutMillis: askEveryMs,
      }),
    );
    client.on("error", () => this.#reconnectLater(client));
    client.on("end", () => this.#reconnectLater(client));
    client.on("notification", (notification) => this.#options.onNotice(notification.payload ?? ""));
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
        "LISTEN failed, polling until it works again",
      );
      this.#reconnectLater(client);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#asking) clearInterval(this.#asking);
    // If the server disappeared, the end of the connection is never confirmed.
    const ended = this.#client?.end().catch(() => undefined);
    await Promise.race([ended, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
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
    }, RECONNECT_MS);
  }
}
