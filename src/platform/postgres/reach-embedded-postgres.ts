import { readFile, readlink, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { onStopSignal } from "../processes/index.ts";
import { DirectoryInUseError, EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { connectionStringFor, socketDirectoryPath } from "./home/socket-directory.ts";
import { PASSWORD_FILE_NAME } from "./server/cluster.ts";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./start-embedded-postgres.ts";

type Options = EmbeddedPostgresOptions & { onWait: (message: string) => void };
type Reached = { connectionString: string; release(): Promise<void> };

const POLL_MS = 200;
/** As long as PostgreSQL may take to start. */
const GIVE_UP_MS = 300_000;
/** Sessions that have just been closed need no message. */
const SAY_AFTER_MS = 1_000;
/** Each command that uses the PostgreSQL of another one has a session with this name, so that it is not stopped meanwhile. */
const PRESENCE = "posthouse command";
/** The server of another process does not listen yet, or not any more. */
const PASSING = ["ENOENT", "ECONNREFUSED", "ECONNRESET", "57P03"];
/** 128 + SIGINT. */
const INTERRUPTED = 130;

/**
 * Connects a command to the database of a data directory, whether or not Posthouse is running on it. Waits for another process that
 * starts or stops PostgreSQL. `release` stops PostgreSQL if this call started it, once no other command uses it; so does a stop signal,
 * at once.
 */
export async function reachEmbeddedPostgres(options: Options): Promise<Reached> {
  let own: Promise<EmbeddedPostgres | null> = Promise.resolve(null);
  const ignoreSignals = onStopSignal({
    first: () => void own.then((postgres) => postgres?.stop()).finally(() => process.exit(INTERRUPTED)),
    again: () => process.exit(INTERRUPTED),
  });
  try {
    for (const startedAt = performance.now(); ; await delay(POLL_MS)) {
      const starting = startUnlessInUse(options);
      own = starting.catch(() => null);
      const postgres = await starting;
      const reached = postgres ? ownAccess(postgres, options) : await sharedAccess(options.dataDir);
      if (reached) return { ...reached, release: () => reached.release().finally(() => ignoreSignals()) };
      if (performance.now() - startedAt > GIVE_UP_MS)
        throw new EmbeddedPostgresError(
          `another Posthouse uses ${options.dataDir}, but its PostgreSQL does not start: look at its log, or stop it`,
        );
      options.onWait(`waiting for another Posthouse on ${options.dataDir} to start or stop PostgreSQL`);
    }
  } catch (error) {
    ignoreSignals();
    throw error;
  }
}

async function startUnlessInUse(options: Options): Promise<EmbeddedPostgres | null> {
  return await startEmbeddedPostgres(options).catch((error) => {
    if (error instanceof DirectoryInUseError) return null;
    throw error;
  });
}

function ownAccess(postgres: EmbeddedPostgres, { onWait }: Options): Reached {
  const { connectionString } = postgres;
  return {
    connectionString,
    release: async () => {
      await untilUnused(connectionString, onWait).finally(() => postgres.stop());
    },
  };
}

async function untilUnused(connectionString: string, onWait: Options["onWait"]): Promise<void> {
  const client = await connect(connectionString, "posthouse");
  try {
    for (const startedAt = performance.now(); ; await delay(POLL_MS)) {
      const { rowCount } = await client.query("SELECT FROM pg_stat_activity WHERE application_name = $1", [
        PRESENCE,
      ]);
      if (rowCount === 0) return;
      if (performance.now() - startedAt > SAY_AFTER_MS)
        onWait("waiting for other commands, which use this PostgreSQL, to end");
    }
  } finally {
    await client.end();
  }
}

/** Null: the server of the other process cannot be reached now. */
async function sharedAccess(path: string): Promise<Reached | null> {
  try {
    const connectionString = await runningConnectionString(await realpath(path));
    const presence = await connect(connectionString, PRESENCE);
    return { connectionString, release: () => presence.end() };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || PASSING.includes(code)) return null;
    throw error;
  }
}

async function connect(connectionString: string, application_name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name });
  // The server may end before us. Without a listener, that would end the process.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function runningConnectionString(dataDir: string): Promise<string> {
  const password = (await readFile(join(dataDir, PASSWORD_FILE_NAME), "utf8")).trim();
  const moved = await readlink(join(dataDir, "postgres")).catch(() => null);
  return connectionStringFor({ password, socketDir: socketDirectoryPath(moved ? dirname(moved) : dataDir) });
}
