import { type Config, loadConfig } from "../config.ts";
import { type Database, openDatabase, pendingMigrations } from "../platform/db/index.ts";
import { reachEmbeddedPostgres } from "../platform/postgres/index.ts";
import { createLogger } from "../platform/telemetry/index.ts";
import { CommandError } from "./explain.ts";

/** Runs `work` with the configured database, whether the server runs or not. */
export async function withConnection<T>(
  work: (connection: { config: Config; connectionString: string }) => Promise<T>,
): Promise<T> {
  const config = loadConfig(process.env);
  if (config.databaseUrl) return await work({ config, connectionString: config.databaseUrl });
  // Standard output has the command's result, such as a backup.
  const log = createLogger("warn", "command", process.stderr);
  const { connectionString, release } = await reachEmbeddedPostgres({ dataDir: config.dataDir, log });
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
