import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import { type Database, openDatabase } from "../../src/platform/db/index.ts";
import { databaseUrl, runSql } from "./run-sql.ts";

export { databaseUrl, runSql };

/** Migrated once per run by global-database.ts and cloned for each test that needs a database. */
export const TEMPLATE_DATABASE = "posthouse_template";
/** The same with the default admin, so that its password is hashed once per run. */
export const ADMIN_TEMPLATE_DATABASE = "posthouse_admin_template";

export type TestDatabase = { connectionString: string; drop(): Promise<void> };

type NewDatabase = { template?: string; postgresUrl?: string };

/** Creates a migrated database, by default an empty one. */
export async function createTestDatabase({
  template = TEMPLATE_DATABASE,
  postgresUrl = inject("postgresUrl"),
}: NewDatabase = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Cloning by file copy is faster than the default, which writes every page of the template to the WAL.
  await runSql(postgresUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return {
    connectionString: databaseUrl(postgresUrl, name),
    drop: () => runSql(postgresUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** A database for the current test, closed and dropped when the test ends. */
export async function openTestDatabase(options: { max?: number; byIndex?: boolean } = {}): Promise<Database> {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase(connectionString, { max: 4, ...options });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  return database;
}

/** A database for all tests of a file, opened before the first and dropped after the last. */
export function useDatabase({ max = 4 }: { max?: number } = {}): Database {
  let database: Database | null = null;
  let drop: () => Promise<void> = async () => undefined;
  const opened = (): Database => {
    if (database === null) throw new Error("the database is open in tests and hooks only");
    return database;
  };
  beforeAll(async () => {
    const created = await createTestDatabase();
    drop = created.drop;
    database = openDatabase(created.connectionString, { max });
  });
  afterAll(async () => {
    await database?.close();
    await drop();
  });
  return {
    get connectionString() {
      return opened().connectionString;
    },
    get pool() {
      return opened().pool;
    },
    get db() {
      return opened().db;
    },
    close: () => opened().close(),
  };
}
