import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, openTestDatabase } from "../../../test/harness/database.ts";
import { startDatabaseProxy } from "../../../test/harness/database-proxy.ts";
import { openDatabase } from "./pool.ts";
import { queryWhenConnected } from "./query-when-connected.ts";
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

const LATE = "Query read timeout";

test("after a late BEGIN, rows are stored outside of its transaction", async () => {
  const { proxy, database, insert, stored } = await openStalling();
  proxy.hold();
  await expect(database.db.transaction().execute(async () => undefined)).rejects.toThrow(LATE);
  proxy.release();
  await insert("accepted");
  await database.pool.query("INSERT INTO rows VALUES ('settled')");
  expect(await stored()).toEqual(["accepted", "settled"]);
});

test("after a late statement in a transaction, rows are stored outside of it", async () => {
  const { proxy, database, insert, stored } = await openStalling();
  const run = database.db.transaction().execute(async (db) => {
    await sql`INSERT INTO rows VALUES ('rolled back')`.execute(db);
    proxy.hold();
    await sql`SELECT 1`.execute(db);
  });
  await expect(run).rejects.toThrow(LATE);
  proxy.release();
  await insert("accepted");
  await database.pool.query("INSERT INTO rows VALUES ('settled')");
  expect(await stored()).toEqual(["accepted", "settled"]);
});

test("a transaction that a caller leaves open ends with its release", async () => {
  const { database, insert, stored } = await openStalling();
  const client = await database.pool.connect();
  await client.query("BEGIN");
  await client.query("INSERT INTO rows VALUES ('left open')");
  client.release();
  await insert("accepted");
  expect(await stored()).toEqual(["accepted"]);
});

test("a silent connection is replaced, and the new one serves the waiting callers", async () => {
  const { proxy, database, insert, stored } = await openStalling();
  let waiting: Promise<unknown> | null = null;
  const late = database.db.connection().execute(async (db) => {
    waiting = insert("waited");
    proxy.silence();
    await sql`SELECT 1`.execute(db);
  });
  await expect(late).rejects.toThrow(LATE);
  await waiting;
  expect(await stored()).toEqual(["waited"]);
});

test("a connection is kept when a statement is wrong", async () => {
  const { db, pool } = await openTestDatabase({ max: 1 });
  const backend = async () => (await pool.query("SELECT pg_backend_pid() AS pid")).rows[0].pid;
  const before = await backend();
  for (let index = 0; index < 100; index++) {
    await expect(sql`SELECT 1 / ${0}::integer`.execute(db)).rejects.toThrow("division by zero");
    await expect(db.transaction().execute((one) => sql`SELECT wrong`.execute(one))).rejects.toThrow("wrong");
  }
  expect(await backend()).toBe(before);
});

/** A database with one connection, whose server can be made to stall, and a table `rows`. `stored` reads it from another connection. */
async function openStalling() {
  const direct = await openTestDatabase();
  await direct.pool.query("CREATE TABLE rows (name text)");
  const proxy = await startDatabaseProxy(direct.connectionString);
  const database = openDatabase(proxy.connectionString, { max: 1, patienceMs: 4_000 });
  onTestFinished(async () => {
    await proxy.close();
    await database.close();
  });
  await database.pool.query("SELECT 1");
  return {
    proxy,
    database,
    insert: (name: string) =>
      queryWhenConnected(database.pool, () => ({ text: "INSERT INTO rows VALUES ($1)", values: [name] })),
    stored: async () =>
      (await direct.pool.query("SELECT name FROM rows ORDER BY name")).rows.map(({ name }) => name),
  };
}
