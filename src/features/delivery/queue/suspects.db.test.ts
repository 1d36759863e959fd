import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { noLimits } from "../../../../test/harness/claim-limits.ts";
import { createTestDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { type Database, openDatabase } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { ClaimedRow } from "./claim.ts";
import { ClaimCursor, claimRecipients } from "./claim-recipients.ts";
import { claimSuspect, hasSuspects } from "./claim-suspect.ts";
import { forgiveLosses, releaseLeases } from "./leases.ts";
import { wakeSleepers } from "./wake-sleepers.ts";

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  database = openDatabase(created.connectionString, { max: 2 });
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(() => database.pool.query("TRUNCATE recipients, emails, events"));

async function store(to: string[]): Promise<string> {
  const email = draftEmail(newId(), { to, subject: "x", text: "x" });
  await storeEmails(database, [email]);
  return email.id;
}

async function claim() {
  await wakeSleepers(database);
  const given = { limit: 500, leaseSeconds: 20, cursor: new ClaimCursor(), limits: noLimits };
  return (await claimRecipients(database, given)).rows;
}
/** The worker that holds them dies, and its leases end. */
const lose = () => database.pool.query("UPDATE recipients SET due_at = now() WHERE state = 'sending'");
const suspects = async () => (await claimSuspect(database, { leaseSeconds: 20, limits: noLimits })).rows;
const claimOf = (row: ClaimedRow) => ({
  accountId: row.account_id,
  emailId: row.email_id,
  position: row.position,
  lease: row.lease,
});

test("an email that was lost twice is claimed alone, and is poison after it was lost alone three times [F24]", async () => {
  const email = await store(["a@example.com", "b@example.com"]);
  await claim();
  await lose();
  expect(await hasSuspects(database, noLimits)).toBe(false);
  expect(await claim()).toHaveLength(2);
  await lose();
  expect(await claim()).toEqual([]);
  expect(await hasSuspects(database, noLimits)).toBe(true);
  const other = await store(["c@example.com"]);
  expect((await claim()).map(({ email_id }) => email_id)).toEqual([other]);
  for (let round = 0; round < 3; round += 1) {
    const alone = await suspects();
    expect(alone.map(({ email_id, is_poison }) => ({ email_id, is_poison }))).toEqual([
      { email_id: email, is_poison: false },
      { email_id: email, is_poison: false },
    ]);
    await lose();
  }
  const found = await suspects();
  expect(found.map(({ is_poison, was }) => ({ is_poison, was }))).toEqual([
    { is_poison: true, was: "sending" },
    { is_poison: true, was: "sending" },
  ]);
});

test("F24 losing others' claims again and again makes nobody poison: only a loss alone does", async () => {
  const innocent = await store(["innocent@example.com"]);
  for (let round = 0; round < 6; round += 1) {
    await store([`poison${round}@example.com`]);
    await claim();
    await lose();
  }
  const rows = await suspects();
  expect(rows.map(({ email_id, is_poison }) => ({ email_id, is_poison }))).toEqual([
    { email_id: innocent, is_poison: false },
  ]);
});

test("F18 a suspect that is given back is not charged, and may have arrived", async () => {
  await store(["a@example.com"]);
  for (let n = 0; n < 2; n += 1) {
    await claim();
    await lose();
  }
  const [first] = await suspects();
  await releaseLeases(database, [{ claim: claimOf(first as ClaimedRow), was: "sending", dueAt: null }]);
  // It rests, for its turn would keep all other mail waiting again and again.
  expect(await suspects()).toEqual([]);
  await database.pool.query("UPDATE recipients SET due_at = now()");
  const [again] = await suspects();
  expect(again).toMatchObject({ is_poison: false, was: "sending" });
});

test("returning a suspect to the queue adds no loss to those that it had alone [F24]", async () => {
  await store(["a@example.com"]);
  for (let n = 0; n < 2; n += 1) {
    await claim();
    await lose();
  }
  const charged = async () => (await database.pool.query("SELECT losses FROM recipients")).rows[0].losses;
  const becomeDue = () => database.pool.query("UPDATE recipients SET due_at = now()");
  for (const times of [1, 2]) {
    await suspects();
    await lose();
    for (let n = 0; n < 4; n += 1) {
      const [held] = await suspects();
      expect(held).toMatchObject({ is_poison: false });
      await releaseLeases(database, [{ claim: claimOf(held as ClaimedRow), was: "queued", dueAt: null }]);
      await becomeDue();
      expect(await charged()).toBe(10 * times);
    }
  }
});

test("F24 what was held alone for long without ending its worker is a suspect no more", async () => {
  await store(["slow@example.com"]);
  for (let n = 0; n < 2; n += 1) {
    await claim();
    await lose();
  }
  const [alone] = await suspects();
  await forgiveLosses(database, [claimOf(alone as ClaimedRow)]);
  await lose();
  expect(await claim()).toMatchObject([{ is_poison: false, was: "sending" }]);
});
