/**
 * One PostgreSQL for a whole test run, with a migrated database that createTestDatabase clones. It is not crash-safe: crash tests
 * are in test/prove and have a database of their own.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { loadConfig } from "../../src/config.ts";
import { ensureDefaultAdmin } from "../../src/features/accounts/index.ts";
import { migrate, openDatabase } from "../../src/platform/db/index.ts";
import { startEmbeddedPostgres } from "../../src/platform/postgres/index.ts";
import { createLogger } from "../../src/platform/telemetry/index.ts";
import { ADMIN_TEMPLATE_DATABASE, databaseUrl, runSql, TEMPLATE_DATABASE } from "./database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection string of the run's PostgreSQL; its database is not for use. */
    postgresUrl: string;
  }
}

/** Set while it runs. The projects of a run share it; the first one starts and stops it. */
let connectionString: string | undefined;

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (connectionString) {
    project.provide("postgresUrl", connectionString);
    return undefined;
  }
  const dataDir = await mkdtemp(join(tmpdir(), "posthouse-test-"));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLogger("warn", "test"),
    durable: false,
  });
  ({ connectionString } = postgres);
  await runSql(connectionString, `CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await migrate(databaseUrl(connectionString, TEMPLATE_DATABASE));
  await runSql(connectionString, `CREATE DATABASE ${ADMIN_TEMPLATE_DATABASE} TEMPLATE ${TEMPLATE_DATABASE}`);
  const withAdmin = openDatabase(databaseUrl(connectionString, ADMIN_TEMPLATE_DATABASE), { max: 1 });
  await ensureDefaultAdmin(withAdmin, loadConfig({}));
  await withAdmin.close();
  project.provide("postgresUrl", connectionString);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
