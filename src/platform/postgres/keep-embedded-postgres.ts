import { setTimeout as delay } from "node:timers/promises";
import { DirectoryInUseError } from "./embedded-postgres-error.ts";
import { openDataDirectory } from "./home/data-directory.ts";
import { lockForServer } from "./home/directory-lock.ts";
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

/**
 * Starts PostgreSQL, and restarts it whenever it ends by itself (F6). Clients reconnect to the same address. Waits while a command runs
 * PostgreSQL in the directory, until `abandon` is aborted; refuses a directory that another server has.
 */
export async function keepEmbeddedPostgres(
  options: EmbeddedPostgresOptions & { abandon?: AbortSignal },
): Promise<KeptPostgres> {
  const lock = lockForServer(await openDataDirectory(options.dataDir));
  try {
    const kept = await keep(await startAfterCommands(options), options);
    return { ...kept, stop: (how) => kept.stop(how).finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startAfterCommands(
  options: EmbeddedPostgresOptions & { abandon?: AbortSignal },
): Promise<EmbeddedPostgres> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await startEmbeddedPostgres(options);
    } catch (error) {
      if (!(error instanceof DirectoryInUseError)) throw error;
    }
    if (isFirst)
      options.log.warn(
        { event: "postgres.waiting" },
        "waiting for a posthouse command, or a server of an older version, that uses the data directory to end",
      );
    await delay(RETRY_MS, undefined, { signal: options.abandon });
  }
}

async function keep(first: EmbeddedPostgres, options: EmbeddedPostgresOptions): Promise<KeptPostgres> {
  let current: EmbeddedPostgres | null = first;
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
