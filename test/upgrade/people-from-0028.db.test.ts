import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Database, migrate, openDatabase } from "../../src/platform/db/index.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { databaseUrl, runSql } from "../harness/database.ts";

const migrations = new URL("../../migrations/", import.meta.url);
const name = `upgrade_${newId().replaceAll("-", "")}`;
const [account, other, ada, bob] = [newId(), newId(), newId(), newId()];
let database: Database;

/** The schema in which a user belonged to one account. */
beforeAll(async () => {
  const server = inject("postgresUrl");
  await runSql(server, `CREATE DATABASE ${name}`);
  const url = databaseUrl(server, name);
  await runSql(
    url,
    "CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  for (const file of (await readdir(migrations)).sort().filter((candidate) => candidate < "0029")) {
    await runSql(url, await readFile(new URL(file, migrations), "utf8"));
    await runSql(url, `INSERT INTO schema_migrations (name) VALUES ('${file}')`);
  }
  await runSql(
    url,
    `INSERT INTO accounts (id, name) VALUES ('${account}', 'Old'), ('${other}', 'Other');
     INSERT INTO users (account_id, id, email, email_key, name, password_hash, must_change_password, is_operator, created_at) VALUES
       ('${account}', '${ada}', 'Ada@example.com', 'ada@example.com', 'Ada', 'hash', true, false, '2026-01-01'),
       ('${other}', '${bob}', 'bob@example.com', 'bob@example.com', NULL, 'hash', false, true, '2026-02-01');
     INSERT INTO sessions (account_id, user_id, id, token_hash, ip, user_agent, expires_at)
       VALUES ('${account}', '${ada}', gen_random_uuid(), 'token', '', '', now() + interval '1 day');
     INSERT INTO audit_events (account_id, id, user_id, action) VALUES ('${account}', gen_random_uuid(), '${ada}', 'key.created');`,
  );
  database = openDatabase(url, { max: 2 });
});
afterAll(async () => {
  await database.close();
  await runSql(inject("postgresUrl"), `DROP DATABASE ${name} WITH (FORCE)`);
});

const query = async (text: string) => (await database.pool.query(text)).rows;

test("each user becomes a person who owns the account; sessions, the audit log and operators stay", async () => {
  expect((await migrate(database.connectionString)).applied[0]).toMatch(/^0029/);
  expect(
    await query(
      `SELECT account_id, role, joined_at = created_at AS same_time, id, email, name, password_hash, must_change_password
       FROM people JOIN memberships ON person_id = id ORDER BY email_key`,
    ),
  ).toMatchObject([
    { account_id: account, role: "owner", same_time: true, id: ada, email: "Ada@example.com", name: "Ada" },
    { account_id: other, role: "owner", same_time: true, id: bob, must_change_password: false },
  ]);
  expect(await query("SELECT account_id, person_id FROM sessions")).toEqual([
    { account_id: account, person_id: ada },
  ]);
  expect(await query("SELECT person_id FROM audit_events")).toEqual([{ person_id: ada }]);
  expect(await query("SELECT account_id FROM operator_accounts")).toEqual([{ account_id: other }]);
  await query(`DELETE FROM memberships WHERE person_id = '${ada}'`);
  expect(await query("SELECT person_id FROM sessions")).toEqual([]);
});
