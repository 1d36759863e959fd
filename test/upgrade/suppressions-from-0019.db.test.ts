import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Database, migrate, openDatabase } from "../../src/platform/db/index.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { databaseUrl, runSql } from "../harness/database.ts";

const migrations = new URL("../../migrations/", import.meta.url);
const name = `upgrade_${newId().replaceAll("-", "")}`;
const accountId = newId();
let database: Database;

/** The schema of before suppressions named their events. */
beforeAll(async () => {
  const server = inject("postgresUrl");
  await runSql(server, `CREATE DATABASE ${name}`);
  const url = databaseUrl(server, name);
  await runSql(
    url,
    "CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  for (const file of (await readdir(migrations)).sort().filter((candidate) => candidate < "0020")) {
    await runSql(url, await readFile(new URL(file, migrations), "utf8"));
    await runSql(url, `INSERT INTO schema_migrations (name) VALUES ('${file}')`);
  }
  database = openDatabase(url, { max: 2 });
});
afterAll(async () => {
  await database.close();
  await runSql(inject("postgresUrl"), `DROP DATABASE ${name} WITH (FORCE)`);
});

const query = async (text: string, values: unknown[]) => (await database.pool.query(text, values)).rows;
const suppress = (local: string, given: { source: string; sourceId: string | null; detail: string | null }) =>
  query(
    `INSERT INTO suppressions (account_id, address_key, id, address, reason, source, source_id, detail)
     VALUES ($1, $2, $3, $2, 'hard_bounce', $4, $5, $6)`,
    [accountId, `${local}@example.com`, newId(), given.source, given.sourceId, given.detail],
  );

test("suppressions of before name the event that made them, where it is still there, and who imported them", async () => {
  await query("INSERT INTO accounts (id, name) VALUES ($1, 'Old')", [accountId]);
  const [emailId, gone, importId] = [newId(), newId(), newId()];
  await query(
    `INSERT INTO recipients (account_id, email_id, position, address, address_key, state)
     SELECT $1, $2, n, 'Kept' || n || '@example.com', 'kept' || n || '@example.com', 'bounced' FROM generate_series(0, 1) n`,
    [accountId, emailId],
  );
  const events = [newId(), newId(), newId()];
  const detail = { code: 550, enhanced: "5.1.0", host: "mx.example.com", phase: "mail" };
  for (const [n, [position, type]] of [
    [0, "deferred"],
    [0, "bounced"],
    [1, "bounced"],
  ].entries())
    await query(
      `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail) VALUES ($1, $2, $3, $4, 1, $5, $6)`,
      [accountId, emailId, events[n], position, type, detail],
    );
  await suppress("kept0", { source: "email", sourceId: emailId, detail: "550 5.1.0 Address rejected" });
  await suppress("gone", { source: "email", sourceId: gone, detail: "550-5.1.1 no such user" });
  await suppress("imported", { source: "import", sourceId: importId, detail: "call 5.1.1 if needed" });
  await query(
    `INSERT INTO audit_events (account_id, id, by_key_id, action, detail) VALUES ($1, $2, 7, 'suppressions.imported', $3)`,
    [accountId, newId(), { import_id: importId }],
  );

  await migrate(database.connectionString);

  const none = { event_id: null, reply_code: null, reply_status: null, reply_host: null, reply_phase: null };
  expect(
    await query(
      `SELECT split_part(address, '@', 1) AS name, event_id, reply_code, reply_status, reply_host, reply_phase, by_key_id
       FROM suppressions ORDER BY address`,
      [],
    ),
  ).toEqual([
    { name: "gone", ...none, reply_code: 550, reply_status: "5.1.1", by_key_id: null },
    { name: "imported", ...none, by_key_id: 7 },
    {
      name: "kept0",
      event_id: events[1],
      reply_code: 550,
      reply_status: "5.1.0",
      reply_host: "mx.example.com",
      reply_phase: "mail",
      by_key_id: null,
    },
  ]);
});
