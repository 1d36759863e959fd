import { describe, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { openDatabase } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { findEmails } from "./find-emails.ts";
import { ago, findIds, storeWish, type Wish } from "./list.fixture.ts";
import type { ListEmailsQuery } from "./schema.ts";

const database = useDatabase();
const store = (accountId: string, wish: Wish) => storeWish(database, accountId, wish);
const find = (accountId: string, query: ListEmailsQuery = {}) => findIds(database, accountId, query);

describe("the status of an email", () => {
  const two = ["a@example.com", "b@example.com"];
  test.each([
    [["delivered", "delivered"], "delivered"],
    [["delivered", "bounced"], "partially_delivered"],
    [["suppressed", "captured"], "partially_delivered"],
    [["expired", "canceled"], "partially_delivered"],
    [["captured", "delivered"], "partially_delivered"],
    [["delivered", "queued"], "queued"],
    [["sending", "queued"], "sending"],
    [["deferred", "sending"], "deferred"],
    [["uncertain", "deferred"], "uncertain"],
    [["expired", "expired"], "expired"],
  ])("%j is %s", async (states, status) => {
    const account = newId();
    const email = await store(account, { to: two, states });
    const page = await findEmails(database, account, {});
    expect(page.emails).toMatchObject([{ id: email.id, status, to: two, recipient_count: 2 }]);
    expect(await find(account, { status: status as "delivered" })).toEqual([email.id]);
    expect(await find(account, { status: "canceled" })).toEqual([]);
  });
});

test("a delivered email that bounced later is found as bounced, also by its list of recipients", async () => {
  const account = newId();
  const two = ["a@example.com", "b@example.com"];
  const late = await store(account, { to: ["a@example.com"], states: ["delivered"], at: ago(3) });
  const half = await store(account, { to: two, states: ["delivered", "delivered"], at: ago(2) });
  const fine = await store(account, { to: ["a@example.com"], states: ["delivered"], at: ago(1) });
  await database.pool.query(
    "UPDATE recipients SET bounced_late = true WHERE email_id = ANY ($1) AND position = 0",
    [[late.id, half.id]],
  );
  expect(await find(account, { status: "bounced" })).toEqual([late.id]);
  expect(await find(account, { status: "partially_delivered" })).toEqual([half.id]);
  expect(await find(account, { status: "delivered" })).toEqual([fine.id]);
  expect(await find(account, { recipient_state: "bounced" })).toEqual([half.id, late.id]);
  expect(await find(account, { recipient_state: "delivered" })).toEqual([fine.id, half.id]);
  expect(await find(account, { recipient_state: "delivered", to: "a@example.com" })).toEqual([
    fine.id,
    half.id,
  ]);
  const { emails } = await findEmails(database, account, {});
  expect(emails.map(({ status }) => status)).toEqual(["delivered", "partially_delivered", "bounced"]);
});

test("emails are found by the states of their recipients, whatever their status", async () => {
  const account = newId();
  const three = ["a@example.com", "b@example.com", "c@example.com"];
  const all = await store(account, {
    to: three,
    states: ["delivered", "delivered", "delivered"],
    at: ago(4),
  });
  const mixed = await store(account, { to: three, states: ["bounced", "delivered", "expired"], at: ago(3) });
  const open = await store(account, { to: three, states: ["delivered", "bounced", "deferred"], at: ago(2) });
  const none = await store(account, { to: ["d@example.com"], states: ["bounced"], at: ago(1) });
  const found = (recipient_state: string, query: ListEmailsQuery = {}) =>
    find(account, { recipient_state, ...query });
  expect(await found("delivered")).toEqual([open.id, mixed.id, all.id]);
  expect(await found("bounced")).toEqual([none.id, open.id, mixed.id]);
  expect(await found("expired,deferred")).toEqual([open.id, mixed.id]);
  expect(await found("captured")).toEqual([]);
  // With other filters.
  expect(await found("bounced", { status: "deferred,bounced" })).toEqual([none.id, open.id]);
  expect(await found("bounced", { status: "partially_delivered" })).toEqual([mixed.id]);
  expect(await found("delivered", { to: "b@example.com", status: "partially_delivered" })).toEqual([
    mixed.id,
  ]);
  expect(await found("expired", { to: "a@example" })).toEqual([mixed.id]);
  expect(await found("expired", { search: "hello", stream: "transactional" })).toEqual([mixed.id]);
  const { pagination } = await findEmails(database, account, {
    ...{ recipient_state: "bounced", include: "total", limit: 1 },
  });
  expect(pagination).toMatchObject({ total: 3, total_is_exact: true, has_more: true });
  await expect(found("complained")).rejects.toMatchObject({
    fields: [{ path: "recipient_state", message: expect.stringContaining("complained") }],
  });
});

test("an email that a recipient reported as spam keeps its status and is found by its complaint", async () => {
  const account = newId();
  const two = ["a@example.com", "b@example.com"];
  const reported = await store(account, { to: two, states: ["delivered", "delivered"] });
  const other = await store(account, { states: ["delivered"] });
  for (const position of [0, 1])
    await database.pool.query(
      `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail)
       VALUES ($1, $2, $3, $4, 1, 'complained', '{}'), ($1, $5, $6, 0, 1, 'delivered', '{}')`,
      [account, reported.id, newId(), position, other.id, newId()],
    );
  expect(await find(account, { status: "complained" })).toEqual([reported.id]);
  expect(await find(account, { status: "complained", search: "nothing like it" })).toEqual([]);
  expect((await findEmails(database, account, { status: "delivered" })).emails).toMatchObject([
    { id: other.id, status: "delivered", complained: false },
    { id: reported.id, status: "delivered", complained: true },
  ]);
  expect(await find(newId(), { status: "complained" })).toEqual([]);
});

test.each<[string, ListEmailsQuery, number]>([
  ["status", { status: "partially_delivered" }, 1],
  ["recipient state", { recipient_state: "bounced,expired" }, 1],
  // A page of many: the scan ends with the page.
  ["page of recipients in the common state", { recipient_state: "delivered", limit: 10 }, 10],
])("a rare %s is found without scanning the other emails", async (_, query, count) => {
  const account = newId();
  const many = Array.from({ length: 3_000 }, () =>
    draftEmail(account, { to: "a@example.com", subject: "x", text: "x" }),
  );
  await storeEmails(database, many);
  await database.pool.query("UPDATE recipients SET state = 'delivered' WHERE account_id = $1", [account]);
  const mixed = await store(account, {
    to: ["a@example.com", "b@example.com"],
    states: ["delivered", "bounced"],
  });
  await database.pool.query("ANALYZE emails, recipients");
  const single = openDatabase(database.connectionString, { max: 1 });
  const rowsRead = async () => {
    await single.pool.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await single.pool.query(
      `SELECT (SELECT sum(idx_tup_read)::integer FROM pg_stat_user_indexes WHERE relname IN ('emails', 'recipients'))
         + (SELECT sum(seq_tup_read)::integer FROM pg_stat_user_tables WHERE relname IN ('emails', 'recipients')) AS n`,
    );
    return rows[0].n as number;
  };
  try {
    const before = await rowsRead();
    const page = await findEmails(single, account, query);
    expect(page.emails.length).toBe(count);
    expect(page.emails[0]?.id).toBe(mixed.id);
    expect((await rowsRead()) - before).toBeLessThan(100);
  } finally {
    await single.close();
  }
});
