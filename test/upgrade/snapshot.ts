/** The rows of a database as JSON, so that a later version can begin with them. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";

export type Snapshot = {
  version: string;
  takenAt: string;
  /** File names, in order. */
  migrations: string[];
  /** Table → its rows as a JSON array, in text, because a bigint does not fit into a number. */
  rows: Record<string, string>;
  sequences: Record<string, string>;
};

/** Belongs to one database: another one that has it counts as restored from a backup, and its queue is held. */
const NOT_COPIED = ["database_identity"];

type Column = { table: string; name: string; type: string };

export async function takeSnapshot(url: string, version: string): Promise<Snapshot> {
  return await withClient(url, async (client) => {
    const rows: Record<string, string> = {};
    for (const table of new Set((await loadColumns(client)).map((column) => column.table))) {
      const found = await client.query(`SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${table} t`);
      rows[table] = found.rows[0].rows;
    }
    const sequences = await client.query<{ name: string; last: string }>(
      "SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL",
    );
    const migrations = await client.query<{ name: string }>(
      "SELECT name FROM schema_migrations ORDER BY name",
    );
    return {
      version,
      takenAt: new Date().toISOString(),
      migrations: migrations.rows.map(({ name }) => name),
      rows,
      sequences: Object.fromEntries(sequences.rows.map(({ name, last }) => [name, last])),
    };
  });
}

/** Fills an empty database. Times move by the snapshot's age, so that its mail has not expired. */
export async function loadSnapshot(url: string, snapshot: Snapshot): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      "CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    for (const name of snapshot.migrations) await client.query(await readFile(pathOf(name), "utf8"));
    const addForeignKeys = await dropForeignKeys(client);
    const columns = await loadColumns(client);
    for (const [table, rows] of Object.entries(snapshot.rows)) {
      const own = columns.filter((column) => column.table === table);
      // The rows of counters are in the snapshot too.
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await client.query(insertion(table, own), [rows, snapshot.takenAt]);
      await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }
    for (const [name, last] of Object.entries(snapshot.sequences))
      await client.query("SELECT setval($1, $2)", [name, last]);
    await addForeignKeys();
  });
}

/** Table → the number of its rows. */
export async function countRows(url: string): Promise<Record<string, number>> {
  return await withClient(url, async (client) => {
    const counts: Record<string, number> = {};
    for (const table of new Set((await loadColumns(client)).map((column) => column.table)))
      counts[table] = (await client.query(`SELECT count(*)::integer AS rows FROM ${table}`)).rows[0].rows;
    return counts;
  });
}

/** Because rows come in any order. Returns a function that adds the keys again, which checks all rows. */
async function dropForeignKeys(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  };
}

function insertion(table: string, columns: Column[]): string {
  const names = columns.map(({ name }) => `"${name}"`);
  const values = columns.map(({ name, type }) =>
    type === "timestamptz" ? `"${name}" + (now() - $2::timestamptz)` : `"${name}"`,
  );
  return `INSERT INTO ${table} (${names.join()}) OVERRIDING SYSTEM VALUE
    SELECT ${values.join()} FROM json_populate_recordset(NULL::${table}, $1)
    WHERE $2::timestamptz IS NOT NULL`;
}

/** The columns that are stored, not computed. A partitioned table counts as one. */
async function loadColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT c.table_name AS table, c.column_name AS name, c.udt_name AS type
     FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     JOIN pg_class p ON p.relname = table_name AND p.relnamespace = 'public'::regnamespace AND NOT p.relispartition
     WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER' AND table_name <> ALL ($1)
     ORDER BY table_name, ordinal_position`,
    [NOT_COPIED],
  );
  return rows;
}

function pathOf(migration: string): string {
  return fileURLToPath(new URL(`../../migrations/${migration}`, import.meta.url));
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
