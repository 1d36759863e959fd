import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { resolveRestored } from "../uncertain/resolve-uncertain.ts";
import { holdIfRestored, holdOpen } from "./hold-restored.ts";

const database = useDatabase();

const rows = async (sql: string) => (await database.pool.query(sql)).rows;

test("due and in-flight recipients are held, with an event that gives the reason; later ones stay scheduled (F21)", async () => {
  const to = [
    "due@example.com",
    "in-flight@example.com",
    "later@example.com",
    "gone@example.com",
    "held@example.com",
  ];
  const account = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada')", [account]);
  await storeEmails(database, [draftEmail(account, { to, subject: "x", text: "x" })]);
  await database.pool.query(`UPDATE recipients SET
    state = (ARRAY['queued', 'sending', 'deferred', 'delivered', 'uncertain'])[position + 1], ready = position = 0,
    due_at = CASE position WHEN 1 THEN now() + interval '20 s' WHEN 2 THEN now() + interval '1 day' WHEN 3 THEN NULL WHEN 4 THEN NULL ELSE due_at END`);
  expect(await holdOpen(database)).toBe(2);
  expect(await rows("SELECT state, due_at IS NULL AS rests FROM recipients ORDER BY position")).toEqual([
    { state: "uncertain", rests: true },
    { state: "uncertain", rests: true },
    { state: "deferred", rests: false },
    { state: "delivered", rests: true },
    { state: "uncertain", rests: true },
  ]);
  const event = { type: "uncertain", reason: expect.stringContaining("restored from a backup") };
  expect(await rows("SELECT type, detail ->> 'reason' AS reason FROM events")).toEqual([event, event]);
  // Recipients that were held before the restore are not touched.
  expect(await resolveRestored(database, "retry")).toBe(2);
  expect(await rows("SELECT action, detail FROM audit_events")).toEqual([
    { action: "uncertain.resolved", detail: { as: "retry", recipients: 2 } },
  ]);
  expect(await rows("SELECT position FROM recipients WHERE ready ORDER BY position")).toEqual([
    { position: 0 },
    { position: 1 },
  ]);
});

test("a database is recognized by its identity; one without a recorded identity is not a restored one (F21)", async () => {
  expect(await holdIfRestored(database)).toBe(null);
  expect(await holdIfRestored(database)).toBe(null);
  await database.pool.query("UPDATE database_identity SET identity = 'that of the dump'");
  expect(await Promise.all([holdIfRestored(database), holdIfRestored(database)])).toEqual(
    expect.arrayContaining([2, null]),
  );
});

/** Holds the only recipient of a new account. */
async function holdOne(): Promise<void> {
  await database.pool.query("TRUNCATE recipients, emails, events, audit_events CASCADE");
  const account = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Bob')", [account]);
  await storeEmails(database, [draftEmail(account, { to: "a@example.com", subject: "x", text: "x" })]);
  expect(await holdOpen(database)).toBe(1);
}

test("decisions wait for rows that another transaction has locked", async () => {
  await holdOne();
  const client = await database.pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM recipients FOR UPDATE");
  const deciding = resolveRestored(database, "delivered");
  const early = await Promise.race([deciding, sleep(300)]);
  await client.query("COMMIT");
  client.release();
  expect(early).toBe(undefined);
  expect(await deciding).toBe(1);
});

test("decisions that fail halfway are audited with the recipients that were decided", async () => {
  await holdOne();
  await database.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM recipients WHERE state = 'delivered') THEN RAISE 'made to fail'; END IF; RETURN NULL; END $$`);
  await database.pool.query(
    "CREATE TRIGGER fail BEFORE UPDATE ON recipients FOR EACH STATEMENT EXECUTE FUNCTION fail()",
  );
  await expect(resolveRestored(database, "delivered")).rejects.toThrow("made to fail");
  await database.pool.query("DROP FUNCTION fail CASCADE");
  expect(await rows("SELECT action, detail FROM audit_events")).toEqual([
    { action: "uncertain.resolved", detail: { as: "delivered", recipients: 1 } },
  ]);
});
