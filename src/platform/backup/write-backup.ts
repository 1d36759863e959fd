import { once } from "node:events";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type Header, MAGIC, type Trailer } from "./format.ts";
import { openClient } from "./open-client.ts";
import { copySource, findTables } from "./tables.ts";

/** Faster than most disks, and a fifth of the size for mail. */
const COMPRESSION_LEVEL = 3;

type BackupOptions = {
  connectionString: string;
  /** The version of this program. */
  version: string;
  secretKey: string | null;
  out: Writable;
  onTable?: (done: { table: string; rows: number }) => void;
};

/**
 * Writes a consistent backup while the server runs: all tables are read in one transaction that sees the database as it was at its
 * start. Ends `out`. Returns the number of rows.
 */
export async function writeBackup(options: BackupOptions): Promise<{ rows: number }> {
  const { connectionString, out } = options;
  const client = openClient(connectionString, "posthouse backup");
  await client.connect();
  try {
    await begin(client);
    out.write(MAGIC);
    const packed = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
    });
    // Both sides report an error below; without a listener it would end the process.
    packed.on("error", () => undefined);
    const written = pipeline(packed, out);
    const reading = writeAll(client, packed, options).catch((error: Error) => {
      packed.destroy(error);
      throw error;
    });
    // If the disk is full, both fail, and the first error is the reason.
    const [, read] = await Promise.allSettled([written.catch((error) => packed.destroy(error)), reading]);
    await written;
    if (read.status === "rejected") throw read.reason;
    return { rows: read.value };
  } finally {
    await client.end();
  }
}

/**
 * The locks come before the snapshot, which the first query takes: otherwise retention could drop the partition of a month in between,
 * or move its rows, and the backup would lack them. Until the end, retention fails and is tried again by the next sweep.
 */
async function begin(client: pg.Client): Promise<void> {
  const names = (await findTables(client)).map(({ table }) => client.escapeIdentifier(table));
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query(`LOCK TABLE ${names.join(", ")} IN ACCESS SHARE MODE`);
}

async function writeAll(
  client: pg.Client,
  packed: Writable,
  { version, secretKey, onTable }: BackupOptions,
): Promise<number> {
  const tables = await findTables(client);
  const migrations = await client.query<{ name: string }>("SELECT name FROM schema_migrations ORDER BY name");
  const header: Header = {
    version,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    tables: tables.length,
    secretKey,
  };
  await write(packed, line(header));
  const rows: Record<string, number> = {};
  for (const table of tables) {
    await write(packed, line(table));
    const copied = client.query(copyTo(`COPY ${copySource(client, table)} TO STDOUT`));
    for await (const chunk of copied as AsyncIterable<Buffer>) {
      await write(packed, lengthOf(chunk.length));
      await write(packed, chunk);
    }
    await write(packed, lengthOf(0));
    // The stream ends before the message with the number of rows arrives. PostgreSQL responds in order.
    await client.query("SELECT");
    rows[table.table] = copied.rowCount;
    onTable?.({ table: table.table, rows: copied.rowCount });
  }
  const trailer: Trailer = { rows, sequences: await readSequences(client) };
  await write(packed, line(trailer));
  packed.end();
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}

async function readSequences(client: pg.Client): Promise<Trailer["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
  );
  const sequences: Trailer["sequences"] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${client.escapeIdentifier(name)}`,
    );
    sequences.push(...values.map((value) => ({ name, ...value })));
  }
  return sequences;
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** Waits while the reader is slower than the database. */
async function write(stream: Writable, bytes: Buffer): Promise<void> {
  if (stream.destroyed) throw stream.errored ?? new Error("the backup cannot be written");
  if (!stream.write(bytes)) await once(stream, "drain");
}
