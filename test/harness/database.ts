import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { runSql } from "./run-sql.ts";

export { runSql };

/** Migrated once a run by global-database.ts, cloned for each test that asks. */
export const TEMPLATE_DATABASE = "posthouse_template";

export type TestDatabase = { connectionString: string; drop(): Promise<void> };

/** A freshly migrated, empty database of one's own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const postgresUrl = inject("postgresUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Cloning by file copy beats the default, which writes every page of the template to the log.
  await runSql(postgresUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY file_copy`);
  return {
    connectionString: databaseUrl(postgresUrl, name),
    drop: () => runSql(postgresUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** The same server, another database. */
export function databaseUrl(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.toString();
}
