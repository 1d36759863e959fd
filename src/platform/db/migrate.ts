import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import { sessionConfig } from "./session-config.ts";

const MIGRATIONS_DIR = fileURLToPath(new URL("../../../migrations/", import.meta.url));

/** The database has a schema that this program can neither use nor upgrade, so it must not touch it. */
class ForeignSchemaError extends Error {
  override name = "ForeignSchemaError";
}

/**
 * Migrates the database to this program's schema, or up to the migration `until`, one transaction per file, and returns the names of
 * the applied files. Safe to run on several nodes at once. Throws ForeignSchemaError.
 */
export async function migrate(
  connectionString: string,
  { until }: { until?: string | undefined } = {},
): Promise<{ applied: string[] }> {
  const client = new pg.Client(sessionConfig(connectionString));
  await client.connect();
  try {
    // Nodes that start at the same time migrate one after the other.
    await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCKS.migration]);
    const pending = (await findPending(client)).filter((name) => until === undefined || name <= until);
    for (const name of pending) await apply(client, name);
    return { applied: pending };
  } finally {
    await client.end();
  }
}

/** Names of migrations that the database lacks. Throws ForeignSchemaError. */
export async function pendingMigrations(connectionString: string): Promise<string[]> {
  const client = new pg.Client(sessionConfig(connectionString));
  await client.connect();
  try {
    return await findPending(client);
  } finally {
    await client.end();
  }
}

let known: string[] | null = null;

/** The names of all migrations of this program, in order. Read once: an upgrade replaces the files while the program runs. */
export async function knownMigrations(): Promise<string[]> {
  known ??= (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith(".sql")).sort();
  return known;
}

/** Why this program must not use the database any more: another version has migrated it. Null: it may, or the database is unavailable. */
export async function foreignSchema(pool: pg.Pool): Promise<string | null> {
  return await findPending(pool).then(
    () => null,
    (error) => (error instanceof ForeignSchemaError ? error.message : null),
  );
}

/** Names of migrations that the database lacks. Throws ForeignSchemaError. */
export async function findPending(client: pg.Client | pg.Pool): Promise<string[]> {
  const files = await knownMigrations();
  const exists = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS yes");
  const rows = exists.rows[0].yes ? (await client.query("SELECT name FROM schema_migrations")).rows : [];
  const done = new Set(rows.map((row: { name: string }) => row.name));
  const unknown = [...done].filter((name) => !files.includes(name)).sort();
  if (unknown.length > 0) throw new ForeignSchemaError(reasonToRefuse(unknown, files.at(-1) ?? ""));
  return files.filter((name) => !done.has(name));
}

/**
 * Migrations are never renamed after a release, so an unknown name that sorts before the last known one is older than
 * 0.1.0.
 */
function reasonToRefuse(unknown: string[], lastKnown: string): string {
  const [oldest = ""] = unknown;
  return oldest > lastKnown
    ? `the database was migrated by a newer Posthouse (${unknown.at(-1)}); start that version, or restore a backup`
    : `the database was created by a development version before 0.1.0 (${oldest}) and cannot be upgraded; ` +
        "start with an empty database or another DATA_DIR, and export what you need with the version that created it";
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const sql = await readFile(`${MIGRATIONS_DIR}${name}`, "utf8");
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
