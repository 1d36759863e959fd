import pg from "pg";
import { pendingMigrations, sessionConfig } from "../platform/db/index.ts";
import { freeBytes } from "../platform/files/index.ts";
import { CommandError } from "./explain.ts";
import { withConnection } from "./open-instance.ts";
import { readVersion } from "./version.ts";

/** Migrations may rewrite tables, so they may need as much space as the database has, and some more. */
const FREE_PER_DATABASE = 1.2;

type Check = {
  version: string;
  pending_migrations: string[];
  database_bytes: number;
  queued_recipients: number | null;
  free_bytes: number | null;
  has_room: boolean | null;
};

/** Says what starting this version would do to the database. Changes nothing. Exit code 1 if the disk has too little space. */
export async function checkUpgrade({ json }: { json: boolean }): Promise<void> {
  const check = await withConnection(async ({ config, connectionString }) => {
    const client = new pg.Client(sessionConfig(connectionString));
    await client.connect();
    try {
      const pending = await pendingMigrations(connectionString);
      // The disk of an external database cannot be seen from here.
      const free = config.databaseUrl ? null : await freeBytes(config.dataDir);
      return await examine(client, { pending, free });
    } finally {
      await client.end();
    }
  });
  process.stdout.write(json ? `${JSON.stringify(check)}\n` : describe(check));
  if (check.has_room === false) process.exitCode = 1;
}

async function examine(
  client: pg.Client,
  { pending, free }: { pending: string[]; free: number | null },
): Promise<Check> {
  const { rows } = await client.query<{ bytes: string; has_queue: boolean }>(
    "SELECT pg_database_size(current_database())::text AS bytes, to_regclass('recipients') IS NOT NULL AS has_queue",
  );
  if (!rows[0]) throw new CommandError("the database did not say how large it is");
  const bytes = Number(rows[0].bytes);
  const queue = rows[0].has_queue
    ? await client.query<{ open: number }>(
        "SELECT count(*)::integer AS open FROM recipients WHERE due_at IS NOT NULL",
      )
    : null;
  return {
    version: await readVersion(),
    pending_migrations: pending,
    database_bytes: bytes,
    queued_recipients: queue?.rows[0]?.open ?? null,
    free_bytes: free,
    has_room: free === null || pending.length === 0 ? null : free >= bytes * FREE_PER_DATABASE,
  };
}

function describe(check: Check): string {
  const {
    version,
    pending_migrations: pending,
    database_bytes,
    queued_recipients,
    free_bytes,
    has_room,
  } = check;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_048_576).toLocaleString("en")} MB`;
  const disk = free_bytes === null ? "" : `, ${megabytes(free_bytes)} free on its disk`;
  const queue =
    queued_recipients === null
      ? ""
      : `Queue: ${queued_recipients.toLocaleString("en")} recipients. They stay queued and are sent by the new version.\n`;
  const next =
    pending.length === 0
      ? "The database is up to date. Starting this version changes nothing in it.\n"
      : `${pending.length === 1 ? "1 migration" : `${pending.length} migrations`} to apply: ${pending.join(", ")}\nBack up first: posthouse backup. Then start the server, or run posthouse migrate. Migrations cannot be undone.\n`;
  const room =
    has_room === false
      ? `The disk has too little space: free ${megabytes(database_bytes * FREE_PER_DATABASE)} first.\n`
      : "";
  return `Posthouse ${version}\nDatabase: ${megabytes(database_bytes)}${disk}\n${queue}${next}${room}`;
}
