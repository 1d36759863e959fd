import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../test/harness/database.ts";
import { openDatabase } from "./pool.ts";
import { sessionConfig } from "./session-config.ts";

test("commits are durable whatever the database's default, and the server times out before we do", async () => {
  const { connectionString, drop } = await createTestDatabase();
  const admin = openDatabase(connectionString, { max: 1 });
  const { rows } = await admin.pool.query("SELECT current_database() AS name");
  await admin.pool.query(`ALTER DATABASE ${rows[0].name} SET synchronous_commit = off`);
  await admin.close();
  const database = openDatabase(connectionString, { max: 1, patienceMs: 8_000 });
  const settings = await database.pool.query(
    "SELECT current_setting('synchronous_commit') AS commit, current_setting('statement_timeout') AS timeout",
  );
  expect(settings.rows).toEqual([{ commit: "on", timeout: "6s" }]);
  await database.close();
  await drop();
});

test("the connection string cannot change the settings that we rely on, and its other settings hold", async () => {
  const { connectionString, drop } = await createTestDatabase();
  const url = new URL(connectionString);
  url.searchParams.set(
    "options",
    "-c synchronous_commit=off -c default_transaction_isolation=serializable -c work_mem=5MB",
  );
  url.searchParams.set("statement_timeout", "1");
  url.searchParams.set("idle_in_transaction_session_timeout", "1");
  url.searchParams.set("application_name", "mine");
  const database = openDatabase(url.href, { max: 1, patienceMs: 8_000 });
  const client = new pg.Client(sessionConfig(url.href));
  await client.connect();
  const settings = `SELECT current_setting('synchronous_commit') AS commit, current_setting('statement_timeout') AS timeout,
    current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('default_transaction_isolation') AS isolation,
    current_setting('application_name') AS name, current_setting('work_mem') AS memory`;
  const ours = { commit: "on", idle: "1min", isolation: "read committed", name: "posthouse", memory: "5MB" };
  expect((await database.pool.query(settings)).rows).toEqual([{ ...ours, timeout: "6s" }]);
  expect((await client.query(settings)).rows).toEqual([{ ...ours, timeout: "0" }]);
  await client.end();
  await database.close();
  await drop();
});
