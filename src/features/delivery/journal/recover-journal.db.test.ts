import { beforeEach, expect, test } from "vitest";
import { claimAlone, claimOf, claimReady, type TestRow } from "../../../../test/harness/claims.ts";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { promoteDue } from "../../recipients/index.ts";
import type { AttemptResult } from "../outcome.ts";
import type { Entry } from "./entry.ts";
import { headNote, lineOf, notesOf } from "./lines.ts";
import { recoverJournal } from "./recover-journal.ts";

const log = createLogger("silent", "test");
const bootId = "this boot";
const database = useDatabase({ max: 3 });

beforeEach(() => database.pool.query("TRUNCATE recipients, emails, events"));

async function store(onUncertain: "retry" | "hold" = "retry"): Promise<string> {
  const email = draftEmail(newId(), {
    to: "a@example.com",
    subject: "x",
    text: "x",
    on_uncertain: onUncertain,
  });
  await storeEmails(database, [email]);
  return email.id;
}

async function claim(): Promise<TestRow> {
  await promoteDue(database);
  const { rows } = await claimReady(database, { limit: 1 });
  return rows[0] as TestRow;
}

const claimed = (row: TestRow): Entry => ({
  claim: claimOf(row),
  previousState: row.previous_state,
  dueAt: row.due_at,
  takenAt: null,
  stage: "claimed",
});
const ended = (row: TestRow): Entry => ({ ...claimed(row), stage: "ended", taken: { route: "relay" } });
const answered = (row: TestRow, result: AttemptResult): Entry => ({
  ...claimed(row),
  stage: "answered",
  result,
});

const waiting = (row: TestRow): Entry => ({ ...claimed(row), stage: "waiting" });

/** The worker dies, and another one reads its journal. */
const recover = (entries: Entry[], boot = bootId) =>
  recoverJournal(lineOf([headNote(boot)]) + lineOf(entries.flatMap((entry, n) => notesOf(n, entry))), {
    database,
    log,
    bootId,
  });
const quarantined = async () => (await claimAlone(database)).rows;
const makeDue = () => database.pool.query("UPDATE recipients SET due_at = now() WHERE due_at IS NOT NULL");

async function recipient() {
  const { rows } = await database.pool.query(
    "SELECT state, attempt, ready, crash_count, tries FROM recipients",
  );
  return rows[0];
}

test.each(["queued", "deferred", "uncertain"])(
  "a recipient that was %s and had not begun returns to that state",
  async (state) => {
    await store();
    await database.pool.query("UPDATE recipients SET state = $1, tries = 3", [state]);
    expect(await recover([claimed(await claim())])).toMatchObject({ givenBack: 1 });
    expect(await recipient()).toEqual({ state, attempt: 0, ready: true, crash_count: 1, tries: 3 });
    expect(await claim()).toMatchObject({ previous_state: state, lease: 2 });
  },
);

test("a claim that PostgreSQL lost in a crash is not given back: another worker has made it again, with the same lease number (F6)", async () => {
  await store();
  const { rows, transaction } = await claimReady(database, { limit: 1 });
  const again = claimed(rows[0] as TestRow);
  const lost = { ...again, takenAt: "2026-11-29 12:00:00.000001+00" };
  expect(await recover([lost])).toMatchObject({ givenBack: 0 });
  expect(await recover([{ ...lost, stage: "waiting" }])).toMatchObject({ givenBack: 0 });
  expect(await recipient()).toMatchObject({ state: "sending" });
  expect(await recover([{ ...again, takenAt: transaction?.takenAt ?? null }])).toMatchObject({
    givenBack: 1,
  });
});

test("no crash is counted for a recipient that only waited, however often its worker ends (F24)", async () => {
  await store();
  for (let n = 0; n < 4; n += 1) {
    expect(await recover([waiting(await claim())])).toMatchObject({ givenBack: 1 });
    expect(await recipient()).toMatchObject({ state: "queued", ready: true, crash_count: 0 });
  }
});

test("a crash is counted for all recipients of an email if the worker worked on one of them (F24)", async () => {
  const accountId = newId();
  for (const to of [["a@example.com", "b@example.com"], "c@example.com"])
    await storeEmails(database, [draftEmail(accountId, { to, subject: "x", text: "x" })]);
  const rows = [await claim(), await claim(), await claim()];
  const [first] = rows.filter((row) => rows.filter(({ email_id }) => email_id === row.email_id).length === 2);
  await recover(rows.map((row) => (row === first ? ended(row) : waiting(row))));
  const { rows: charged } = await database.pool.query(
    "SELECT address, crash_count FROM recipients ORDER BY address",
  );
  expect(charged.map(({ crash_count }) => crash_count)).toEqual([1, 1, 0]);
});

test("a recipient whose worker had crashed stays in that state, although it had not begun this time: it may have arrived", async () => {
  await store("hold");
  await claim();
  await makeDue();
  const again = await claim();
  expect(again.previous_state).toBe("sending");
  await recover([claimed(again)]);
  expect(await recipient()).toMatchObject({ state: "sending", crash_count: 1, ready: false });
  expect((await quarantined())[0]).toMatchObject({
    previous_state: "sending",
    is_poison: false,
  });
});

test("attempts that were settled or taken over are skipped; a second recovery does no harm (F4)", async () => {
  await store();
  const stale = await claim();
  await makeDue();
  const current = await claim();
  const nothing = { answered: 0, uncertain: 0, givenBack: 0, unknown: 0 };
  for (const entry of [claimed(stale), ended(stale), answered(stale, { kind: "bounced", reason: "550" })])
    expect(await recover([entry])).toEqual(nothing);
  expect(await recipient()).toMatchObject({ state: "sending", attempt: 0 });
  const reply = answered(current, { kind: "deferred", reason: "450", retryAfterSeconds: 7_200 });
  expect(await recover([reply])).toEqual({ ...nothing, answered: 1 });
  expect(await recover([reply])).toEqual(nothing);
  expect(await recipient()).toMatchObject({ state: "uncertain", attempt: 1, tries: 1 });
});

test("after a restart of the machine, replies count, and missing notes prove nothing", async () => {
  const email = await store();
  await store();
  const [one, other] = [await claim(), await claim()];
  expect(
    await recover([claimed(one), answered(other, { kind: "delivered", reason: "250" })], "another boot"),
  ).toEqual({ answered: 1, uncertain: 0, givenBack: 0, unknown: 1 });
  const { rows } = await database.pool.query(
    "SELECT email_id, state FROM recipients ORDER BY email_id = $1",
    [email],
  );
  expect(rows.map(({ state }) => state).sort()).toEqual(["delivered", "sending"]);
});

test("an email that crashes its worker after each dot is tried alone after two crashes, and given up after three more (F24)", async () => {
  await store();
  for (const crash_count of [1, 2]) {
    await recover([ended(await claim())]);
    expect(await recipient()).toMatchObject({ state: "uncertain", crash_count, ready: false });
    await makeDue();
  }
  expect(await claim()).toBeUndefined();
  for (let n = 0; n < 3; n += 1) {
    const [alone] = await quarantined();
    expect(alone).toMatchObject({ is_poison: false, previous_state: "uncertain" });
    await recover([ended(alone as TestRow)]);
    await makeDue();
  }
  expect((await quarantined())[0]).toMatchObject({
    is_poison: true,
  });
});

test("an email that crashes its worker before each dot is tried alone after two crashes, and given up after three more (F24)", async () => {
  await store();
  for (const ready of [true, false]) {
    await recover([claimed(await claim())]);
    expect(await recipient()).toMatchObject({ state: "queued", ready });
  }
  for (let n = 0; n < 3; n += 1) {
    const [alone] = await quarantined();
    expect(alone).toMatchObject({ is_poison: false, previous_state: "queued" });
    await recover([claimed(alone as TestRow)]);
  }
  expect((await quarantined())[0]).toMatchObject({
    is_poison: true,
  });
});
