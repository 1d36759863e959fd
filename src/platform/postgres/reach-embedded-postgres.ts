import { readFile, readlink, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DirectoryInUseError } from "./embedded-postgres-error.ts";
import { connectionStringFor, socketDirectoryPath } from "./home/socket-directory.ts";
import { PASSWORD_FILE_NAME } from "./server/cluster.ts";
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./start-embedded-postgres.ts";

/**
 * Connects a command to the database of a data directory, whether or not Posthouse is running on it. `release` stops
 * PostgreSQL if this call started it.
 */
export async function reachEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<{ connectionString: string; release(): Promise<void> }> {
  try {
    const postgres = await startEmbeddedPostgres(options);
    return { connectionString: postgres.connectionString, release: () => postgres.stop() };
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    const connectionString = await runningConnectionString(await realpath(options.dataDir));
    return { connectionString, release: async () => undefined };
  }
}

async function runningConnectionString(dataDir: string): Promise<string> {
  const password = (await readFile(join(dataDir, PASSWORD_FILE_NAME), "utf8")).trim();
  const moved = await readlink(join(dataDir, "postgres")).catch(() => null);
  return connectionStringFor({ password, socketDir: socketDirectoryPath(moved ? dirname(moved) : dataDir) });
}
