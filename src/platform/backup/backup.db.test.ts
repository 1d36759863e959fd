import { PassThrough, Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { zstdCompressSync } from "node:zlib";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, runSql, useDatabase } from "../../../test/harness/database.ts";
import { startDatabaseProxy } from "../../../test/harness/database-proxy.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import { dropPartition, knownMigrations, migrate } from "../db/index.ts";
import { newId } from "../ids/index.ts";
import { contentsOf, emptyDatabase } from "./backup.fixture.ts";
import { MAGIC } from "./format.ts";
import { restoreBackup, writeBackup } from "./index.ts";

const database = useDatabase();

async function makeBackup({
  connectionString = database.connectionString,
  secretKey = null,
}: {
  connectionString?: string;
  secretKey?: string | null;
} = {}): Promise<Buffer> {
  const out = new PassThrough();
  const written = buffer(out);
  await writeBackup({ connectionString, version: "0.0.1", secretKey, out });
  return await written;
}

/** In small pieces, so that lines and lengths are cut anywhere. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 61) yield bytes.subarray(at, at + 61);
}

const restore = (connectionString: string, bytes: Buffer) =>
  restoreBackup({ connectionString, source: Readable.from(piecesOf(bytes), { objectMode: false }) });

async function fill(emails = 3): Promise<string> {
  const accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada & Söhne')", [accountId]);
  await database.pool.query(
    "INSERT INTO contacts (account_id, id, email, email_key, search_text, created_at, updated_at, name, properties) VALUES ($1, $2, 'ada@example.com', 'ada@example.com', 'ada', now(), now(), E'tab\\tand\\nline \\\\N', '{\"a\": [1, \"ü\"]}')",
    [accountId, newId()],
  );
  await storeEmails(
    database,
    Array.from({ length: emails }, (_, n) =>
      draftEmail(accountId, { to: "ada@example.com", subject: `No. ${n}`, html: `<p>${n}</p>`, text: "Hi" }),
    ),
  );
  return accountId;
}

test("a restored database has the same rows, counts and sequences as the original", async () => {
  await fill();
  const target = await emptyDatabase();
  const { header, rows } = await restore(
    target,
    await makeBackup({ secretKey: "the key of this instance, long enough" }),
  );
  expect(header).toMatchObject({ version: "0.0.1", secretKey: "the key of this instance, long enough" });
  expect(rows).toBeGreaterThan(5);
  const original = await contentsOf(database.connectionString);
  expect(original.emails).not.toEqual([]);
  expect(original.daily_counts).not.toEqual([]);
  expect(await contentsOf(target)).toEqual(original);
});

test("a backup has the state of its start, whatever is written meanwhile", async () => {
  const before = await contentsOf(database.connectionString);
  const out = new PassThrough({ highWaterMark: 1 });
  let isWritten = false;
  const writing = writeBackup({
    connectionString: database.connectionString,
    version: "0.0.1",
    secretKey: null,
    out,
    onTable: () => {
      if (!isWritten) void fill(20);
      isWritten = true;
    },
  });
  const bytes = await buffer(out);
  await writing;
  const target = await emptyDatabase();
  await restore(target, bytes);
  const { emails, recipients, contacts } = await contentsOf(target);
  expect({ emails, recipients, contacts }).toEqual({
    emails: before.emails,
    recipients: before.recipients,
    contacts: before.contacts,
  });
});

test("a backup has the number of rows, although the message with it arrives after the rows", async () => {
  await fill();
  const COPY_DONE = Buffer.from("c\0\0\0\x04");
  const proxy = await startDatabaseProxy(database.connectionString, { pauseAfter: COPY_DONE });
  onTestFinished(() => proxy.close());
  const target = await emptyDatabase();
  await restore(target, await makeBackup({ connectionString: proxy.connectionString }));
  expect((await contentsOf(target)).emails).not.toEqual([]);
});

test("no month is dropped while a backup is written", async () => {
  await fill();
  let dropping: Promise<unknown> | null = null;
  const out = new Writable({
    write: (_chunk, _encoding, done) => {
      dropping ??= dropPartition(database, "events_default").catch((error) => error.code);
      void dropping.then(() => done());
    },
  });
  await writeBackup({ connectionString: database.connectionString, version: "0.0.1", secretKey: null, out });
  const LOCK_NOT_AVAILABLE = "55P03";
  expect(await dropping).toBe(LOCK_NOT_AVAILABLE);
});

test.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
  ["cut in the middle", (bytes) => bytes.subarray(0, bytes.length / 2), /incomplete/],
  ["cut by one octet", (bytes) => bytes.subarray(0, -1), /incomplete|damaged/],
  ["empty", () => Buffer.alloc(0), /not a backup/],
  ["another file", () => Buffer.from("PGDMP and more of it, which is a dump of pg_dump"), /not a backup/],
  [
    "of a newer format",
    (bytes) => Buffer.concat([Buffer.from("POSTHOUSE BACKUP 2\n"), bytes]),
    /newer format/,
  ],
  [
    "changed in one octet",
    (bytes) => {
      const changed = Buffer.from(bytes);
      const at = Math.floor(bytes.length * 0.6);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed;
    },
    /damaged|incomplete|invalid|does not fit|Unexpected/,
  ],
  [
    "by a version with other migrations",
    () =>
      Buffer.concat([
        Buffer.from(MAGIC),
        zstdCompressSync(
          `${JSON.stringify({ version: "9.0.0", createdAt: "", migrations: ["9999_next.sql"], tables: 0, secretKey: null })}\n`,
        ),
      ]),
    /made by a newer version, Posthouse 9\.0\.0 \(9999_next\.sql\)/,
  ],
])("a backup that is %s is refused, and the database stays empty", async (_what, change, message) => {
  await fill();
  const target = await emptyDatabase();
  const backup = await makeBackup();
  await expect(restore(target, change(Buffer.from(backup)))).rejects.toThrow(message);
  const { accounts = [], emails = [] } = await contentsOf(target);
  expect([accounts, emails]).toEqual([[], []]);
  await restore(target, backup);
});

test("a database with an account is not overwritten", async () => {
  await fill();
  const used = await createTestDatabase();
  onTestFinished(() => used.drop());
  await runSql(used.connectionString, "INSERT INTO accounts (id, name) VALUES (gen_random_uuid(), 'In use')");
  await expect(restore(used.connectionString, await makeBackup())).rejects.toThrow("not empty");
  expect((await contentsOf(used.connectionString)).accounts).toHaveLength(1);
});

test("a database that is migrated further than the backup is refused, even without accounts", async () => {
  const target = await emptyDatabase();
  const bytes = await makeBackup();
  await migrate(target);
  const all = await knownMigrations();
  const header = {
    version: "0.0.1",
    createdAt: "",
    migrations: all.slice(0, -1),
    tables: 0,
    secretKey: null,
  };
  const older = Buffer.concat([Buffer.from(MAGIC), zstdCompressSync(`${JSON.stringify(header)}\n`)]);
  await expect(restore(target, older)).rejects.toThrow(`(${all.at(-1)}): use an empty database`);
  await restore(target, bytes);
});

test("a database that a server uses is not restored", async () => {
  const bytes = await makeBackup();
  const target = await emptyDatabase();
  const server = new pg.Client({ connectionString: target, application_name: "posthouse" });
  await server.connect();
  try {
    await expect(restore(target, bytes)).rejects.toThrow("stop all nodes first");
  } finally {
    await server.end();
  }
});

test("a refusal of the caller comes before anything is written", async () => {
  const target = await emptyDatabase();
  const onHeader = () => {
    throw new Error("another key");
  };
  const source = Readable.from([await makeBackup()]);
  await expect(restoreBackup({ connectionString: target, source, onHeader })).rejects.toThrow("another key");
  expect(await contentsOf(target)).toEqual({ triggers: [] });
});

test("after a refusal of the caller when all rows are there, the database is as empty as before", async () => {
  await fill();
  const target = await emptyDatabase();
  const onLoaded = async (client: pg.ClientBase) => {
    expect((await client.query("SELECT FROM accounts")).rowCount).toBeGreaterThan(0);
    throw new Error("not this one");
  };
  const source = Readable.from([await makeBackup()]);
  await expect(restoreBackup({ connectionString: target, source, onLoaded })).rejects.toThrow("not this one");
  expect((await contentsOf(target)).accounts).toEqual([]);
});

test("after a failed write of the backup, the error is that of the disk", async () => {
  await fill();
  let written = 0;
  const out = new Writable({
    write: (chunk, _encoding, done) => {
      written += chunk.length;
      done(written > 100 ? Object.assign(new Error("no space left"), { code: "ENOSPC" }) : null);
    },
  });
  await expect(
    writeBackup({ connectionString: database.connectionString, version: "0.0.1", secretKey: null, out }),
  ).rejects.toMatchObject({ code: "ENOSPC" });
});
