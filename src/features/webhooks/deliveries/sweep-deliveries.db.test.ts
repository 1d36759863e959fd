import { expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { type Database, listPartitions } from "../../../platform/db/index.ts";
import { firstIdAt, newId } from "../../../platform/ids/index.ts";
import { arrived, deliveriesOf, openWorld } from "../send/webhook-world.fixture.ts";
import { findDeliveries } from "./find-deliveries.ts";
import { replayEvents } from "./replay-events.ts";
import { addDeliveryMonths, sweepDeliveries } from "./sweep-deliveries.ts";

const DAY_MS = 86_400_000;
const TABLES = ["webhook_deliveries", "webhook_attempts"] as const;

const namesOf = async (database: Database, table: string) =>
  (await listPartitions(database, table)).map(({ name }) => name);

/** Makes the first partitions end two months ago, as on an instance that has run for longer, and adds the months until then. */
async function splitFirst(database: Database): Promise<string> {
  const now = new Date();
  const end = firstIdAt(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2)));
  for (const table of TABLES)
    await database.pool.query(`DROP TABLE ${table}_first;
      CREATE TABLE ${table}_first PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO ('${end}')`);
  await addDeliveryMonths(database);
  return end;
}

type Old = { webhookId: string; eventDays: number; writtenDays: number; isPending?: boolean };

/** A delivery of an event with one failed attempt. */
async function insertOld(
  { pool }: Database,
  { webhookId, eventDays, writtenDays, isPending = false }: Old,
): Promise<string> {
  const id = firstIdAt(new Date(Date.now() - eventDays * DAY_MS));
  const at = new Date(Date.now() - writtenDays * DAY_MS);
  await pool.query(
    `WITH attempt AS (
       INSERT INTO webhook_attempts (account_id, webhook_id, event_id, attempt, at, duration_ms, url, format, signature)
       VALUES ($1, $2, $3, 1, $4, 1, 'https://hook.example', 'posthouse', 'v1,x')
     )
     INSERT INTO webhook_deliveries (account_id, webhook_id, event_id, subject, type, state, attempts, tries, due_at, updated_at)
     VALUES ($1, $2, $3, $1, 'email.bounced', $5, 1, 1, $6, $4)`,
    [newId(), webhookId, id, at, isPending ? "pending" : "failed", isPending ? at : null],
  );
  return id;
}

const idsIn = async ({ pool }: Database, table: string) =>
  (await pool.query<{ event_id: string }>(`SELECT event_id FROM ${table} ORDER BY 1`)).rows.map(
    ({ event_id }) => event_id,
  );

test("a month whose deliveries are old is dropped, and what is still needed of it stays", async () => {
  const { database, target } = await openWorld();
  await splitFirst(database);
  const gone = newId();
  const old = { webhookId: target.id, eventDays: 200, writtenDays: 199 };
  await insertOld(database, old);
  await insertOld(database, { ...old, webhookId: gone, eventDays: 199, isPending: true });
  const pending = await insertOld(database, { ...old, eventDays: 198, isPending: true });
  const replayed = await insertOld(database, { ...old, eventDays: 197, writtenDays: 2 });
  const recent = await insertOld(database, { ...old, eventDays: 3, writtenDays: 3 });
  await sweepDeliveries(database);
  for (const table of TABLES) expect(await namesOf(database, table)).not.toContain(`${table}_first`);
  expect(await idsIn(database, "webhook_deliveries")).toEqual([pending, replayed, recent]);
  expect(await idsIn(database, "webhook_deliveries_default")).toEqual([pending, replayed]);
  expect(await idsIn(database, "webhook_attempts")).toEqual([replayed, recent]);
  await database.pool.query("UPDATE webhook_deliveries SET due_at = NULL, state = 'failed'");
  await sweepDeliveries(database);
  expect(await idsIn(database, "webhook_deliveries")).toEqual([replayed, recent]);
});

test("a month stays while too many of its deliveries are needed to move them", async () => {
  const { database, target } = await openWorld();
  const end = await splitFirst(database);
  await database.pool.query(
    `INSERT INTO webhook_deliveries (account_id, webhook_id, event_id, subject, type, state, attempts, tries)
     SELECT $1, $2, event_id(now() - interval '200 days' + n * interval '1 ms', decode(repeat('00', 16), 'hex')), $1, 'email.bounced',
       'succeeded', 1, 0 FROM generate_series(1, 10001) n`,
    [target.accountId, target.id],
  );
  await sweepDeliveries(database);
  expect(await namesOf(database, "webhook_deliveries")).toContain("webhook_deliveries_first");
  expect((await idsIn(database, "webhook_deliveries")).filter((id) => id < end)).toHaveLength(10_001);
});

test("an attempt for an event of a month without a partition is recorded, and moves when the month is added", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  const { database } = world;
  for (const table of TABLES) await database.pool.query(`DROP TABLE ${table}_first`);
  const end = firstIdAt(new Date(Date.now() - 40 * DAY_MS));
  for (const table of TABLES)
    await database.pool.query(
      `CREATE TABLE ${table}_first PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO ('${end}')`,
    );
  await world.store(1);
  const { stop } = world.startSender();
  await until(async () => (await deliveriesOf(world)).length === 1, { what: "the record" });
  await stop();
  for (const table of TABLES) expect(await idsIn(database, `${table}_default`)).toHaveLength(1);
  await addDeliveryMonths(database);
  for (const table of TABLES) {
    expect(await idsIn(database, `${table}_default`)).toEqual([]);
    expect(await idsIn(database, table)).toHaveLength(1);
  }
  world.receiver.setReply(() => ({}));
  await replayEvents(database, world.target, {});
  world.startSender();
  await until(async () => (await deliveriesOf(world))[0]?.state === "succeeded", { what: "the replay" });
});

test("deliveries are found by email, with those of opens and clicks", async () => {
  const world = await openWorld();
  const [emailId = "", other = ""] = await world.store(2);
  await world.database.pool.query(
    `WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
     INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence)
     SELECT $1, event_id(at, uuid_send(gen_random_uuid())), $2, 0, 'open', 'human', 90 FROM begun`,
    [world.accountId, emailId],
  );
  world.startSender();
  await arrived(world, 3);
  await until(async () => (await deliveriesOf(world)).length === 3, { what: "the records" });
  const typesFor = async (email_id: string) => {
    const { events } = await findDeliveries(world.database, world.target, { email_id });
    return events.map(({ type }) => type);
  };
  expect(await typesFor(emailId)).toEqual(["email.opened", "email.delivered"]);
  expect(await typesFor(other)).toEqual(["email.delivered"]);
  expect(await typesFor(newId())).toEqual([]);
  expect(await typesFor("no-id")).toEqual([]);
});
