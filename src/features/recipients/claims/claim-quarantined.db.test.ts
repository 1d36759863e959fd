import { beforeEach, expect, test } from "vitest";
import { claimAlone, claimOf, claimReady, noLimits, type TestRow } from "../../../../test/harness/claims.ts";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { releaseLeases, resetCrashCounts } from "../leases.ts";
import { promoteDue } from "../promote-due.ts";
import { hasQuarantined } from "./claim-quarantined.ts";

const database = useDatabase({ max: 2 });

beforeEach(() => database.pool.query("TRUNCATE recipients, emails, events"));

async function store(to: string[]): Promise<string> {
  const email = draftEmail(newId(), { to, subject: "x", text: "x" });
  await storeEmails(database, [email]);
  return email.id;
}

async function claim() {
  await promoteDue(database);
  return (await claimReady(database, { limit: 500 })).rows;
}
/** The worker that holds them crashes, and its leases expire. */
const crash = () => database.pool.query("UPDATE recipients SET due_at = now() WHERE state = 'sending'");
const quarantined = async () => (await claimAlone(database)).rows;

test("an email whose worker crashed twice is claimed alone, and is poison after three crashes alone (F24)", async () => {
  const email = await store(["a@example.com", "b@example.com"]);
  await claim();
  await crash();
  expect(await hasQuarantined(database, noLimits)).toBe(false);
  expect(await claim()).toHaveLength(2);
  await crash();
  expect(await claim()).toEqual([]);
  expect(await hasQuarantined(database, noLimits)).toBe(true);
  const other = await store(["c@example.com"]);
  expect((await claim()).map(({ email_id }) => email_id)).toEqual([other]);
  for (let round = 0; round < 3; round += 1) {
    const alone = await quarantined();
    expect(alone.map(({ email_id, is_poison }) => ({ email_id, is_poison }))).toEqual([
      { email_id: email, is_poison: false },
      { email_id: email, is_poison: false },
    ]);
    await crash();
  }
  const found = await quarantined();
  expect(found.map(({ is_poison, previous_state }) => ({ is_poison, previous_state }))).toEqual([
    { is_poison: true, previous_state: "sending" },
    { is_poison: true, previous_state: "sending" },
  ]);
});

test("crashes among other mail never make an email poison: only crashes alone do (F24)", async () => {
  const innocent = await store(["innocent@example.com"]);
  for (let round = 0; round < 6; round += 1) {
    await store([`poison${round}@example.com`]);
    await claim();
    await crash();
  }
  const rows = await quarantined();
  expect(rows.map(({ email_id, is_poison }) => ({ email_id, is_poison }))).toEqual([
    { email_id: innocent, is_poison: false },
  ]);
});

test("returning a quarantined recipient counts no crash, and it may have arrived (F18)", async () => {
  await store(["a@example.com"]);
  for (let n = 0; n < 2; n += 1) {
    await claim();
    await crash();
  }
  const [first] = await quarantined();
  await releaseLeases(database, [
    { claim: claimOf(first as TestRow), previousState: "sending", dueAt: null },
  ]);
  // The email has a cooldown: while it is claimed alone, all other mail waits.
  expect(await quarantined()).toEqual([]);
  await database.pool.query("UPDATE recipients SET due_at = now()");
  const [again] = await quarantined();
  expect(again).toMatchObject({ is_poison: false, previous_state: "sending" });
});

test("returning a quarantined recipient does not change its lone crashes (F24)", async () => {
  await store(["a@example.com"]);
  for (let n = 0; n < 2; n += 1) {
    await claim();
    await crash();
  }
  const loneCrashes = async () =>
    (await database.pool.query("SELECT lone_crash_count FROM recipients")).rows[0].lone_crash_count;
  const becomeDue = () => database.pool.query("UPDATE recipients SET due_at = now()");
  for (const times of [1, 2]) {
    await quarantined();
    await crash();
    for (let n = 0; n < 4; n += 1) {
      const [held] = await quarantined();
      expect(held).toMatchObject({ is_poison: false });
      await releaseLeases(database, [
        { claim: claimOf(held as TestRow), previousState: "queued", dueAt: null },
      ]);
      await becomeDue();
      expect(await loneCrashes()).toBe(times);
    }
  }
});

test("a recipient that ran alone for a long time without a crash leaves quarantine (F24)", async () => {
  await store(["slow@example.com"]);
  for (let n = 0; n < 2; n += 1) {
    await claim();
    await crash();
  }
  const [alone] = await quarantined();
  await resetCrashCounts(database, [claimOf(alone as TestRow)]);
  await crash();
  expect(await claim()).toMatchObject([{ is_poison: false, previous_state: "sending" }]);
});
