import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../../../test/harness/database.ts";
import { until } from "../../../../test/harness/until.ts";
import type { Database } from "../../../platform/db/index.ts";
import { addMonths, listPartitions } from "../../../platform/db/index.ts";
import { firstIdAt, newId } from "../../../platform/ids/index.ts";
import { loadLost } from "../../followers/index.ts";
import { sweepFeed } from "./sweep-feed.ts";

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

async function addAccount({ pool }: Database, days: number | null): Promise<string> {
  const id = newId();
  await pool.query("INSERT INTO accounts (id, name, event_retention_days) VALUES ($1, 'Test', $2)", [
    id,
    days,
  ]);
  return id;
}

/** Adds a webhook's follower that has read what is older than this. Returns its cursor when called. */
async function addWebhookAt({ pool }: Database, accountId: string, days: number) {
  await pool.query("INSERT INTO followers (name, shard, account_id, cursor) VALUES ('webhook', $1, $2, $3)", [
    newId(),
    accountId,
    firstIdAt(daysAgo(days)),
  ]);
  return async () => (await pool.query<{ cursor: string }>("SELECT cursor FROM followers")).rows[0]?.cursor;
}

async function lockWaits({ pool }: Database): Promise<number> {
  const { rows } = await pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length;
}

/** An event of each kind. */
async function insertAt({ pool }: Database, accountId: string, days: number): Promise<void> {
  const id = firstIdAt(daysAgo(days));
  const emailId = newId();
  await pool.query(
    `WITH mail AS (
       INSERT INTO events (account_id, email_id, id, position, attempt, type, detail) VALUES ($1, $2, $3, 0, 1, 'delivered', '{}')
     ), opened AS (
       INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence) VALUES ($1, $3, $2, 0, 'open', 'human', 90)
     )
     INSERT INTO account_events (account_id, id, type, subject_id) VALUES ($1, $3, 'contact.created', $2)`,
    [accountId, emailId, id],
  );
}

async function agesOf({ pool }: Database, accountId: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM events WHERE account_id = $1 UNION ALL SELECT id FROM engagements WHERE account_id = $1
     UNION ALL SELECT id FROM account_events WHERE account_id = $1`,
    [accountId],
  );
  return rows
    .map(({ id }) =>
      Math.round((Date.now() - Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) / DAY_MS),
    )
    .sort((a, b) => a - b);
}

/** Makes the first partition of events end two months ago, as on an instance that has run for longer. */
async function splitFirst({ pool }: Database): Promise<void> {
  const end = firstIdAt(new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1)));
  for (const table of ["events", "account_events", "engagements"])
    await pool.query(`DROP TABLE ${table}_first;
      CREATE TABLE ${table}_first PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO ('${end}')`);
}

test("each account keeps its events for its own time, or as long as it exists", async () => {
  const database = await openTestDatabase();
  const short = await addAccount(database, 7);
  const long = await addAccount(database, 400);
  const all = await addAccount(database, null);
  for (const id of [short, long, all])
    for (const days of [1, 6, 8, 399, 401]) await insertAt(database, id, days);
  await sweepFeed(database);
  expect(await agesOf(database, short)).toEqual([1, 1, 1, 6, 6, 6]);
  expect(await agesOf(database, long)).toEqual([1, 6, 8, 399].flatMap((days) => [days, days, days]));
  expect(await agesOf(database, all)).toHaveLength(15);
});

test("a month that no account keeps is dropped, and a month that is still kept by one is not", async () => {
  const database = await openTestDatabase();
  await splitFirst(database);
  await addMonths(database, "events");
  const account = await addAccount(database, 7);
  const all = await addAccount(database, null);
  for (const days of [1, 100]) await insertAt(database, account, days);
  await insertAt(database, all, 100);
  const names = async () => (await listPartitions(database, "events")).map(({ name }) => name);
  await sweepFeed(database);
  expect(await names()).toContain("events_first");
  expect(await agesOf(database, account)).toEqual([1, 1, 1]);
  await database.pool.query("UPDATE accounts SET event_retention_days = 30 WHERE id = $1", [all]);
  await sweepFeed(database);
  expect(await names()).not.toContain("events_first");
  expect(await agesOf(database, all)).toEqual([]);
  expect(await agesOf(database, account)).toEqual([1, 1, 1]);
  await expect(insertAt(database, account, 200)).resolves.toBeUndefined();
});

test("events that a webhook has not read are counted when retention removes them (R4)", async () => {
  const database = await openTestDatabase();
  const account = await addAccount(database, 7);
  const shard = newId();
  await database.pool.query(
    "INSERT INTO followers (name, shard, account_id, active, cursor) VALUES ('webhook', $1, $2, false, $3)",
    [shard, account, firstIdAt(daysAgo(9))],
  );
  for (const days of [10, 8, 8.5, 1]) await insertAt(database, account, days);
  expect(await loadLost(database.db)).toEqual([{ follower: "webhook", lost: 0, lastAt: null }]);
  await sweepFeed(database);
  await sweepFeed(database);
  // The event of ten days ago had been read.
  expect(await loadLost(database.db)).toEqual([{ follower: "webhook", lost: 6, lastAt: expect.any(Date) }]);
});

test("a follower that catches up during the sweep loses nothing and is not moved back (R4)", async () => {
  const database = await openTestDatabase();
  const account = await addAccount(database, 7);
  const cursor = await addWebhookAt(database, account, 9);
  await insertAt(database, account, 8);
  const read = firstIdAt(daysAgo(1));
  const client = await database.pool.connect();
  onTestFinished(() => client.release());
  await client.query("BEGIN");
  await client.query("UPDATE followers SET cursor = $1", [read]);
  const sweep = sweepFeed(database);
  await until(async () => (await lockWaits(database)) > 0, { what: "the sweep to wait" });
  await client.query("COMMIT");
  await sweep;
  expect(await loadLost(database.db)).toEqual([{ follower: "webhook", lost: 0, lastAt: null }]);
  expect(await cursor()).toBe(read);
  expect(await agesOf(database, account)).toEqual([]);
});

/** Makes the database refuse to delete events, as if it ran out of time. `condition`: on the row `old`. */
async function refuseToDelete({ pool }: Database, condition: string): Promise<void> {
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refused BEFORE DELETE ON events FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION refuse()`);
}

test("an account whose events cannot be deleted stops neither those of other accounts nor the drop of months", async () => {
  const database = await openTestDatabase();
  await splitFirst(database);
  const failing = await addAccount(database, 120);
  const other = await addAccount(database, 7);
  await insertAt(database, failing, 130);
  await insertAt(database, other, 100);
  await refuseToDelete(database, `old.account_id = '${failing}'`);
  await database.pool.query("DELETE FROM account_events WHERE account_id = $1", [failing]);
  const names = async () => (await listPartitions(database, "account_events")).map(({ name }) => name);
  await expect(sweepFeed(database)).rejects.toThrow("refused");
  expect(await agesOf(database, failing)).toEqual([130, 130]);
  expect(await agesOf(database, other)).toEqual([]);
  expect(await names()).not.toContain("account_events_first");
});

test("a sweep that fails has counted the events that it removed, and moved no cursor past others (R4)", async () => {
  const database = await openTestDatabase();
  const account = await addAccount(database, 7);
  await addWebhookAt(database, account, 40);
  const from = daysAgo(30).getTime();
  await database.pool.query(
    `INSERT INTO account_events (account_id, id, type, subject_id)
     SELECT $1, event_id(to_timestamp($2::double precision / 1000 + n), decode(repeat('00', 16), 'hex')), 'contact.created', gen_random_uuid()
     FROM generate_series(1, 12000) AS n`,
    [account, from],
  );
  await insertAt(database, account, 8);
  await refuseToDelete(database, "true");
  const left = async () => (await agesOf(database, account)).length;
  await expect(sweepFeed(database)).rejects.toThrow("refused");
  expect(await left()).toBe(2_003);
  expect(await loadLost(database.db)).toMatchObject([{ lost: 10_000 }]);
  const { rows } = await database.pool.query(
    "SELECT FROM account_events WHERE id > (SELECT cursor FROM followers)",
  );
  expect(rows).toHaveLength(2_001);

  await database.pool.query("DROP TRIGGER refused ON events");
  await sweepFeed(database);
  expect(await left()).toBe(0);
  expect(await loadLost(database.db)).toMatchObject([{ lost: 12_003 }]);
});

test("events of a month that cannot be dropped yet are deleted one by one, and the month is dropped later", async () => {
  const database = await openTestDatabase();
  await splitFirst(database);
  const account = await addAccount(database, 7);
  const cursor = await addWebhookAt(database, account, 120);
  for (const days of [100, 1]) await insertAt(database, account, days);
  const names = async () => (await listPartitions(database, "account_events")).map(({ name }) => name);
  const client = await database.pool.connect();
  onTestFinished(() => client.release());
  await client.query("BEGIN; SELECT FROM account_events_first");
  await expect(sweepFeed(database)).rejects.toMatchObject({ code: "55P03" });
  expect(await agesOf(database, account)).toEqual([1, 1, 1]);
  expect(await names()).toContain("account_events_first");
  const moved = await cursor();
  await client.query("COMMIT");
  await sweepFeed(database);
  expect(await names()).not.toContain("account_events_first");
  expect(await loadLost(database.db)).toMatchObject([{ lost: 3 }]);
  expect(await cursor()).toBe(moved);
});

test("retention waits for a follower of the whole instance", async () => {
  const database = await openTestDatabase();
  const account = await addAccount(database, 7);
  await insertAt(database, account, 20);
  await insertAt(database, account, 10);
  await database.pool.query(
    "INSERT INTO followers (name, shard, cursor) VALUES ('statistics', '00000000-0000-0000-0000-000000000000', $1)",
    [firstIdAt(daysAgo(15))],
  );
  await sweepFeed(database);
  expect(await agesOf(database, account)).toEqual([10, 10, 10]);
});
