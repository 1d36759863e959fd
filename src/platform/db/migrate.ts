import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";

const migrationsDir = fileURLToPath(new URL("../../../migrations/", import.meta.url));
/** Any number will do, so long as every Posthouse uses the same one: nodes that start at once migrate one after the other. */
const migrationLock = 7_263_001;

/** The database has another schema than this program can work with or upgrade; the program must not touch it. */
class ForeignSchemaError extends Error {
  override name = "ForeignSchemaError";
}

/**
 * Brings the database up to this program's schema, one transaction a file, and returns the names that were applied.
 * Safe to run from several nodes at once. Throws ForeignSchemaError.
 */
export async function migrate(connectionString: string): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    const pending = await findPending(client);
    for (const name of pending) await apply(client, name);
    return { applied: pending };
  } finally {
    await client.end();
  }
}

/** Names of migrations that this program has and the database has not. Throws ForeignSchemaError. */
export async function pendingMigrations(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await findPending(client);
  } finally {
    await client.end();
  }
}

/** Names of migrations that the database lacks. Throws ForeignSchemaError. */
export async function findPending(client: pg.Client | pg.Pool): Promise<string[]> {
  const known = (await readdir(migrationsDir)).filter((name) => name.endsWith(".sql")).sort();
  const exists = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS yes");
  const rows = exists.rows[0].yes ? (await client.query("SELECT name FROM schema_migrations")).rows : [];
  const done = new Set(rows.map((row: { name: string }) => row.name));
  const unknown = [...done].filter((name) => !known.includes(name)).sort();
  if (unknown.length > 0) throw new ForeignSchemaError(reasonToRefuse(unknown, known.at(-1) ?? ""));
  return known.filter((name) => !done.has(name));
}

/** Migrations are never renamed after a release, so an unknown one before the last known one is from before the first release. */
function reasonToRefuse(unknown: string[], lastKnown: string): string {
  const [oldest = ""] = unknown;
  return oldest > lastKnown
    ? `the database was migrated by a newer Posthouse (${unknown.at(-1)}); start that version, or restore a backup`
    : `the database was created by a development version before 0.1.0 (${oldest}) and cannot be upgraded; ` +
        "start with an empty database or another DATA_DIR, and export what you need with the version that created it";
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const sql = await readFile(`${migrationsDir}${name}`, "utf8");
  try {
    await client.query("BEGIN");
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    await client.query(sql);
    await client.query("INSERT INTO schema_migrations (name) VALUES ($1)", [name]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}
