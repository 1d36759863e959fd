import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../src/platform/db/index.ts";
import { startEmbeddedPostgres } from "../../src/platform/postgres/index.ts";
import { createLogger } from "../../src/platform/telemetry/index.ts";

/** Runs a stage with a migrated PostgreSQL of its own. */
export async function onPostgres<T>(play: (connectionString: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "prove-postgres-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger("silent", "prove") });
  try {
    await migrate(postgres.connectionString);
    return await play(postgres.connectionString);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
}
