import { setTimeout as delay } from "node:timers/promises";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./start-embedded-postgres.ts";

export type KeptPostgres = {
  readonly connectionString: string;
  stop(how?: { quick: boolean }): Promise<void>;
};

/** The delay between restarts: long enough not to fill the log, short enough for callers' own retries. */
const RETRY_MS = 500;

/** Starts PostgreSQL, and restarts it whenever it ends by itself (F6). Clients reconnect to the same address. */
export async function keepEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<KeptPostgres> {
  let current: EmbeddedPostgres | null = await startEmbeddedPostgres(options);
  const { connectionString } = current;
  const stopping = new AbortController();
  const { signal } = stopping;

  const keeping = (async () => {
    while (current) {
      const { reason, expected } = await current.exited;
      if (expected || signal.aborted) return;
      options.log.error({ event: "postgres.exited", reason }, "PostgreSQL ended and is being restarted");
      await current.stop();
      current = null;
      while (!current && !signal.aborted) current = await bringBack(options, signal);
      // A stop that arrives meanwhile waits for the restart, and then stops the restarted server.
      if (signal.aborted) return;
    }
  })();

  return {
    connectionString,
    async stop(how) {
      stopping.abort();
      await current?.stop(how);
      await keeping;
      await current?.stop(how);
    },
  };
}

async function bringBack(
  options: EmbeddedPostgresOptions,
  signal: AbortSignal,
): Promise<EmbeddedPostgres | null> {
  try {
    const postgres = await startEmbeddedPostgres(options);
    options.log.info({ event: "postgres.restarted", pid: postgres.pid }, "PostgreSQL is running again");
    return postgres;
  } catch (error) {
    options.log.error(
      { event: "postgres.start_failed", err: error },
      "PostgreSQL cannot be started, retrying",
    );
    await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    return null;
  }
}
