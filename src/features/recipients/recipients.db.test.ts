import { describe, expect, test } from "vitest";
import { claimOf, claimReady, delivered, type TestRow } from "../../../test/harness/claims.ts";
import { useDatabase } from "../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import { newId } from "../../platform/ids/index.ts";
import type { NewEmail } from "../emails/new-email.ts";
import type { Claim } from "./claims/claim.ts";
import { releaseLeases, renewLeases } from "./leases.ts";
import { promoteDue } from "./promote-due.ts";
import { settleAttempts } from "./settle-attempts.ts";

const database = useDatabase();

async function send(to: string[], accountId = newId()): Promise<NewEmail> {
  const email = draftEmail(accountId, { to, subject: "Hello", text: "Hi" });
  await storeEmails(database, [email]);
  return email;
}

/** Claims from all due recipients, in no order. Promotes due ones first, as workers do continuously. */
async function claim(limit: number, leaseSeconds = 20) {
  await promoteDue(database);
  const { rows } = await claimReady(database, { limit, leaseSeconds });
  return { rows: rows.toSorted((a, b) => a.position - b.position) };
}
/** The first row of an email includes the email, the others do not. */
const broughtBy = (row: TestRow) =>
  row.is_first ? { id: row.id, has_contents: row.has_contents, text: row.text?.toString() } : null;
const deferred = {
  state: "deferred",
  retrySeconds: 60,
  detail: { reason: "450", code: 450 },
  isTry: true,
} as const;

test("a claim says that bulk mail to a contact that is not subscribed is not sent", async () => {
  const accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Test')", [accountId]);
  await database.pool.query(
    `INSERT INTO contacts (account_id, id, email, email_key, subscribed, search_text, created_at, updated_at)
     VALUES ($1, $2, 'off@example.com', 'off@example.com', false, '', now(), now())`,
    [accountId, newId()],
  );
  const to = ["off@example.com", "on@example.com"];
  const suppressedBy = async (stream: "bulk" | "transactional") => {
    await storeEmails(database, [draftEmail(accountId, { to, subject: "Hello", text: "Hi", stream })]);
    return (await claim(10)).rows.map(({ suppressed_by }) => suppressed_by);
  };
  expect(await suppressedBy("bulk")).toEqual(["not_subscribed", null]);
  expect(await suppressedBy("transactional")).toEqual([null, null]);
});

async function recipientsOf(email: NewEmail) {
  const { rows } = await database.pool.query(
    "SELECT state, attempt, due_at, due_at - now() BETWEEN '50 s' AND '61 s' AS in_a_minute FROM recipients WHERE account_id = $1 AND email_id = $2 ORDER BY position",
    [email.accountId, email.id],
  );
  return rows;
}

async function eventsOf(email: NewEmail) {
  const { rows } = await database.pool.query(
    "SELECT type, attempt, position, detail FROM events WHERE account_id = $1 AND email_id = $2 ORDER BY id",
    [email.accountId, email.id],
  );
  return rows;
}

describe("the queue", () => {
  test("a claim takes due recipients with their email, once", async () => {
    const email = await send(["a@example.com", "b@example.com"]);
    const { rows } = await claim(10);
    expect(rows.map(({ email_id, address, lease }) => ({ email_id, address, lease }))).toEqual([
      { email_id: email.id, address: "a@example.com", lease: 1 },
      { email_id: email.id, address: "b@example.com", lease: 1 },
    ]);
    expect(rows.map(broughtBy)).toEqual([{ id: email.id, has_contents: true, text: "Hi" }, null]);
    expect((await claim(10)).rows).toEqual([]);
    await settleAttempts(
      database,
      rows.map((row) => ({ claim: claimOf(row), ...delivered })),
    );
    expect(await recipientsOf(email)).toMatchObject([
      { state: "delivered", due_at: null },
      { state: "delivered", due_at: null },
    ]);
  });

  test("a deferred recipient is due again later, and its event says when", async () => {
    const email = await send(["a@example.com"]);
    const { rows } = await claim(10);
    await settleAttempts(
      database,
      rows.map((row) => ({ claim: claimOf(row), ...deferred })),
    );
    expect(await recipientsOf(email)).toMatchObject([{ state: "deferred", attempt: 1, in_a_minute: true }]);
    expect(await eventsOf(email)).toMatchObject([
      {
        type: "deferred",
        attempt: 1,
        detail: { code: 450, next_attempt_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
      },
    ]);
    expect((await claim(10)).rows).toEqual([]);
  });

  test("after a lease expires another worker takes over, the first worker's result is ignored, and the lost claim costs no attempt (F4)", async () => {
    const email = await send(["a@example.com"]);
    const [stale] = (await claim(10, 0)).rows;
    const [current] = (await claim(10)).rows;
    expect([stale?.lease, current?.lease]).toEqual([1, 2]);
    expect(await renewLeases(database, [claimOf(stale!)], 20)).toEqual([false]);
    expect(await settleAttempts(database, [{ claim: claimOf(stale!), ...deferred }])).toEqual([false]);
    expect(await settleAttempts(database, [{ claim: claimOf(current!), ...delivered }])).toEqual([true]);
    expect(await settleAttempts(database, [{ claim: claimOf(current!), ...deferred }])).toEqual([false]);
    expect(await recipientsOf(email)).toMatchObject([{ state: "delivered", attempt: 1, due_at: null }]);
    expect(await eventsOf(email)).toMatchObject([{ type: "delivered", attempt: 1 }]);
  });

  test("a recipient promoted while its worker still holds it can be renewed and settled, and no other worker then has it (F6)", async () => {
    const email = await send(["a@example.com", "b@example.com", "c@example.com"]);
    const held = (await claim(10, 0)).rows.map(claimOf);
    expect((await promoteDue(database)).promoted).toBe(3);
    const [first, second, third] = held as [Claim, Claim, Claim];
    expect(await renewLeases(database, [first], 20)).toEqual([true]);
    expect(await settleAttempts(database, [{ claim: second, ...delivered }])).toEqual([true]);
    expect(await settleAttempts(database, [{ claim: third, ...deferred }])).toEqual([true]);
    expect((await claim(10)).rows).toEqual([]);
    expect(await settleAttempts(database, [{ claim: first, ...delivered }])).toEqual([true]);
    expect((await recipientsOf(email)).map(({ state }) => state)).toEqual([
      "delivered",
      "delivered",
      "deferred",
    ]);
  });

  test("a released recipient gets back its place in the partition and its number of attempts; a renewed one stays claimed", async () => {
    const email = await send(["a@example.com", "b@example.com"]);
    const { rows } = await claim(10, 0);
    const [a, b] = rows.map(claimOf);
    const dueAt = rows[1]!.due_at;
    expect(await renewLeases(database, [a!], 20)).toEqual([true]);
    expect(await releaseLeases(database, [{ claim: b!, previousState: "queued", dueAt }])).toEqual([true]);
    const { due_at } = (await recipientsOf(email))[1];
    expect(due_at.getTime() / 1_000).toBeCloseTo(dueAt, 2);
    const again = (await claim(10)).rows;
    expect(again.map(({ position, lease }) => [position, lease])).toEqual([[1, 2]]);
    expect((await recipientsOf(email))[1]).toMatchObject({ attempt: 0 });
    expect(await releaseLeases(database, [{ claim: b!, previousState: "queued", dueAt }])).toEqual([false]);
    await settleAttempts(database, [
      { claim: a!, ...delivered },
      ...again.map((row) => ({ claim: claimOf(row), ...delivered })),
    ]);
    expect((await recipientsOf(email)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
  });

  test("a released recipient returns to its previous state", async () => {
    const email = await send(["a@example.com"]);
    const [first] = (await claim(10)).rows.map(claimOf);
    await settleAttempts(database, [{ claim: first!, ...deferred, retrySeconds: 0 }]);
    const [second] = (await claim(10)).rows;
    expect(
      await releaseLeases(database, [
        { claim: claimOf(second!), previousState: second!.previous_state, dueAt: null },
      ]),
    ).toEqual([true]);
    expect(await recipientsOf(email)).toMatchObject([{ state: "deferred" }]);
    const again = (await claim(10)).rows.map(claimOf);
    await settleAttempts(
      database,
      again.map((one) => ({ claim: one, ...delivered })),
    );
  });

  test("a claim does not load large contents", async () => {
    const email = draftEmail(newId(), {
      to: ["a@example.com", "b@example.com"],
      subject: "Large",
      html: "x".repeat(70_000),
    });
    await storeEmails(database, [email]);
    const { rows } = await claim(10);
    expect(rows.map(broughtBy)).toEqual([{ id: email.id, has_contents: false, text: undefined }, null]);
    await settleAttempts(
      database,
      rows.map((row) => ({ claim: claimOf(row), ...delivered })),
    );
  });

  test("an account with a large backlog does not block one with little mail", async () => {
    const big = newId();
    const small = newId();
    for (let n = 0; n < 30; n += 1) await send(["a@example.com"], big);
    await send(["b@example.com"], small);
    const { rows } = await claim(10);
    expect(rows.filter((row) => row.account_id === small)).toHaveLength(1);
    const rest = (await claim(100)).rows;
    expect(rows.length + rest.length).toBe(31);
    await settleAttempts(
      database,
      [...rows, ...rest].map((row) => ({ claim: claimOf(row), ...delivered })),
    );
  });

  test("two workers that claim at once never get the same recipient", async () => {
    const account = newId();
    for (let n = 0; n < 40; n += 1) await send(["a@example.com"], account);
    const claims = await Promise.all([claim(15), claim(15), claim(15), claim(15)]);
    const ids = claims.flatMap(({ rows }) => rows.map(({ email_id }) => email_id));
    expect(new Set(ids).size).toBe(ids.length);
    const rest = (await claim(100)).rows.map(({ email_id }) => email_id);
    expect(ids.length + rest.length).toBe(40);
  });

  test("each of fifty accounts gets a share of a small claim", async () => {
    const accounts = Array.from({ length: 50 }, () => newId());
    for (const account of accounts) for (let n = 0; n < 6; n += 1) await send(["a@z.example"], account);
    const { rows } = await claimReady(database, { limit: 128 });
    expect(new Set(rows.map(({ account_id }) => account_id)).size).toBe(50);
  });
});
