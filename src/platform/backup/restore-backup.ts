import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { knownMigrations, migrate } from "../db/index.ts";
import { BackupReader } from "./backup-reader.ts";
import { BackupError, type Header, type TableHeader, type Trailer } from "./format.ts";
import { openClient } from "./open-client.ts";
import { copyTarget, findTables } from "./tables.ts";

type RestoreOptions = {
  connectionString: string;
  source: Readable;
  /** Called before anything is written; throws to stop the restore. */
  onHeader?: (header: Header) => void | Promise<void>;
  onTable?: (done: { table: string; rows: number }) => void;
  /** Called when all rows are there, in the transaction that they are in. */
  onLoaded?: (client: pg.ClientBase) => Promise<void>;
};

/**
 * Restores a backup into an empty database: creates the schema of the backup, loads all rows in one transaction, and migrates to this
 * version. After a failure the database is as empty as before. Errors: BackupError.
 */
export async function restoreBackup(options: RestoreOptions): Promise<{ header: Header; rows: number }> {
  const { connectionString, source, onHeader } = options;
  const reader = await BackupReader.open(source);
  const client = openClient(connectionString, "posthouse restore");
  try {
    const header = await reader.readLine<Header>();
    await client.connect();
    refuseNewer(header, await knownMigrations());
    await refuseUsed(client);
    await refuseFurther(client, header);
    await onHeader?.(header);
    await migrate(connectionString, { until: header.migrations.at(-1) });
    const rows = await load(client, reader, options);
    await migrate(connectionString);
    return { header, rows };
  } finally {
    source.destroy();
    await client.end();
  }
}

function refuseNewer({ version, migrations }: Header, known: string[]): void {
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new BackupError(
      `the backup was made by a newer version, Posthouse ${version} (${unknown}): install that version and restore again`,
    );
}

async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ running: number; has_tables: boolean }>(
    `SELECT (SELECT count(*)::integer FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = 'posthouse') AS running,
       to_regclass('accounts') IS NOT NULL AS has_tables`,
  );
  if ((rows[0]?.running ?? 0) > 0) throw new BackupError("a server uses this database: stop all nodes first");
  if (!rows[0]?.has_tables) return;
  const { rows: accounts } = await client.query("SELECT FROM accounts LIMIT 1");
  if (accounts.length > 0)
    throw new BackupError(
      "this database is not empty, and a restore never overwrites: set DATABASE_URL to an empty database, or DATA_DIR to a new directory",
    );
}

/** Migrations also change data. Those that the database has would not be applied to the backup's rows. */
async function refuseFurther(client: pg.Client, { migrations }: Header): Promise<void> {
  const { rows: exists } = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS yes");
  if (!exists[0].yes) return;
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM schema_migrations WHERE name <> ALL ($1::text[]) ORDER BY name DESC LIMIT 1",
    [migrations],
  );
  if (rows[0])
    throw new BackupError(
      `this database has a migration that the backup lacks (${rows[0].name}): use an empty database. Set DATABASE_URL to one without tables, or DATA_DIR to a new directory`,
    );
}

async function load(
  client: pg.Client,
  reader: BackupReader,
  { onTable, onLoaded }: RestoreOptions,
): Promise<number> {
  await client.query("BEGIN");
  const tables = await findTables(client);
  const names = tables.map(({ table }) => client.escapeIdentifier(table));
  // Rows of counts come from the backup, so triggers must not count again. Migrations may have inserted rows.
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names.join(", ")}`);
  const loaded: Record<string, number> = {};
  for (const expected of tables) {
    const header = await reader.readLine<TableHeader>();
    if (header.table !== expected.table)
      throw new BackupError(
        `the backup does not fit its schema: ${header.table} instead of ${expected.table}`,
      );
    loaded[header.table] = await loadTable(client, reader, header);
    onTable?.({ table: header.table, rows: loaded[header.table] ?? 0 });
  }
  const { rows, sequences } = await reader.readLine<Trailer>();
  await reader.expectEnd();
  for (const [table, count] of Object.entries(rows))
    if (loaded[table] !== count)
      throw new BackupError(`the backup is damaged: ${table} has ${loaded[table]} rows instead of ${count}`);
  for (const { name, lastValue, isCalled } of sequences)
    await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [
      client.escapeIdentifier(name),
      lastValue,
      isCalled,
    ]);
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  await onLoaded?.(client);
  await client.query("COMMIT");
  // The planner knows nothing of the new rows.
  await client.query(`ANALYZE ${names.join(", ")}`);
  return Object.values(loaded).reduce((sum, count) => sum + count, 0);
}

async function loadTable(client: pg.Client, reader: BackupReader, header: TableHeader): Promise<number> {
  const copying = client.query(copyFrom(`COPY ${copyTarget(client, header)} FROM STDIN`));
  const done = finished(copying);
  // Awaited below; a failure during the writes must not be an unhandled rejection.
  done.catch(() => undefined);
  try {
    for await (const chunk of reader.readChunks()) await write(copying, chunk, done);
  } catch (error) {
    copying.destroy(error as Error);
    throw error;
  }
  copying.end();
  await done;
  return copying.rowCount;
}

/** Waits while the database is slower than the reader. */
async function write(stream: Writable, bytes: Buffer, done: Promise<void>): Promise<void> {
  if (!stream.write(bytes)) await Promise.race([once(stream, "drain"), done]);
}
