import { expect, test } from "vitest";
import { openTestDatabase } from "../../../test/harness/database.ts";
import { firstIdAt } from "../ids/index.ts";
import { addMonths, listPartitions } from "./partitions.ts";
import type { Database } from "./pool.ts";

const DAY_MS = 86_400_000;

async function insert({ pool }: Database, at: Date): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO account_events (account_id, id, type, subject_id)
     VALUES (gen_random_uuid(), $1, 'contact.created', gen_random_uuid()) RETURNING id`,
    [firstIdAt(at)],
  );
  return rows[0]?.id ?? "";
}

async function placesOf({ pool }: Database): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ id: string; place: string }>(
    "SELECT id, tableoid::regclass::text AS place FROM account_events",
  );
  return Object.fromEntries(rows.map(({ id, place }) => [id, place]));
}

test("months are added three months ahead, once, without a gap", async () => {
  const database = await openTestDatabase();
  const [added] = await Promise.all([1, 2, 3].map(() => addMonths(database, "events")));
  expect(await addMonths(database, "events")).toEqual([]);
  const partitions = await listPartitions(database, "events");
  const now = new Date();
  const last = firstIdAt(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 4)));
  expect(partitions.at(-1)).toEqual({ name: "events_default", endId: null });
  expect(partitions.at(-2)?.endId).toBe(last);
  expect(partitions.length).toBeGreaterThanOrEqual(4);
  expect(added).toBeDefined();
  const { rows } = await database.pool.query(
    `SELECT c.relname, count(*)::integer AS indexes FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     JOIN pg_index x ON x.indrelid = c.oid WHERE i.inhparent = 'events'::regclass GROUP BY 1`,
  );
  expect(new Set(rows.map(({ indexes }) => indexes))).toEqual(new Set([6]));
});

test("a row of a month without a partition is stored, and is moved when the month is added", async () => {
  const database = await openTestDatabase();
  // A month that the sweep would add, and one that a wrong clock produced.
  const soon = await insert(database, new Date(Date.now() + 62 * DAY_MS));
  const late = await insert(database, new Date(Date.now() + 3_650 * DAY_MS));
  expect(Object.values(await placesOf(database))).toEqual([
    "account_events_default",
    "account_events_default",
  ]);
  await addMonths(database, "account_events");
  const places = await placesOf(database);
  expect(places[soon]).toMatch(/^account_events_\d{4}_\d{2}$/);
  expect(places[late]).toBe("account_events_default");
});

test("a month is not added while the table is locked for long, and insertions go on meanwhile", async () => {
  const database = await openTestDatabase();
  const reader = await database.pool.connect();
  await reader.query("BEGIN");
  await reader.query("SELECT count(*) FROM account_events");
  const adding = addMonths(database, "account_events");
  await expect(insert(database, new Date())).resolves.toBeTruthy();
  await expect(adding).rejects.toThrow("lock timeout");
  await reader.query("ROLLBACK");
  reader.release();
  expect((await addMonths(database, "account_events")).length).toBeGreaterThan(0);
});
