import { resolve } from "node:path";
import { type Config, loadConfig } from "../config.ts";
import { type Database, openDatabase, pendingMigrations } from "../platform/db/index.ts";
import { hasCluster, reachEmbeddedPostgres } from "../platform/postgres/index.ts";
import { createLogger } from "../platform/telemetry/index.ts";
import { CommandError } from "./explain.ts";

/**
 * Runs `work` with the configured database, whether the server runs or not. `creates`: there need not be a database yet; other commands
 * would leave one behind in any directory in which they are run.
 */
export async function withConnection<T>(
  work: (connection: { config: Config; connectionString: string }) => Promise<T>,
  { creates = false } = {},
): Promise<T> {
  const config = loadConfig(process.env);
  if (config.databaseUrl) return await work({ config, connectionString: config.databaseUrl });
  // Standard output has the command's result, such as a backup.
  const log = createLogger("warn", "command", process.stderr);
  if (!creates && !(await hasCluster(config.dataDir)))
    throw new CommandError(
      `there is no Posthouse in ${resolve(config.dataDir)}: run the command in the directory in which the server runs, or set DATA_DIR or DATABASE_URL as for the server; posthouse serve creates a new one`,
    );
  const { connectionString, release } = await reachEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    onWait: once((message) => process.stderr.write(`${message}\n`)),
  });
  try {
    return await work({ config, connectionString });
  } finally {
    await release();
  }
}

/** The same, for commands that require the current schema. */
export async function withDatabase<T>(
  work: (instance: { config: Config; database: Database }) => Promise<T>,
): Promise<T> {
  return await withConnection(async ({ config, connectionString }) => {
    if ((await pendingMigrations(connectionString)).length > 0)
      throw new CommandError(
        "the database is not up to date: run posthouse migrate, or start the server once",
      );
    const database = openDatabase(connectionString, { max: 2 });
    try {
      return await work({ config, database });
    } finally {
      await database.close();
    }
  });
}

/** Says each message once. */
function once(say: (message: string) => void): (message: string) => void {
  const said = new Set<string>();
  return (message) => {
    if (!said.has(message)) say(message);
    said.add(message);
  };
}
