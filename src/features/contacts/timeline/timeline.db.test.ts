import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller } from "../../../../test/harness/api-caller.ts";
import { until } from "../../../../test/harness/until.ts";
import { newId } from "../../../platform/ids/index.ts";
import { findTimeline } from "./find-timeline.ts";

const api = useApi();
let caller: ApiCaller;
let accountId: string;

beforeAll(async () => {
  caller = keyCaller(api);
  const { rows } = await api.database.pool.query("SELECT id FROM accounts");
  accountId = rows[0].id;
});

const send = (to: string | string[], subject: string) => caller.sent({ to, subject, text: "Hello" });
const create = async (email: string) => (await caller.post("/api/v1/contacts", { email })).body.id;
/** An email and an event of the same millisecond have no defined order. */
async function subscribe(id: string, subscribed: boolean): Promise<void> {
  await caller.patch(`/api/v1/contacts/${id}`, { subscribed });
  const changedAt = Date.now();
  await until(() => Date.now() > changedAt, { what: "the next millisecond", every: 1 });
}
const timeline = async (id: string, query = {}, account = accountId) =>
  await findTimeline(api.database, account, { reference: { id }, query });
const wordsOf = (items: Awaited<ReturnType<typeof timeline>>["items"]) =>
  items.map(({ type, email }) => email?.subject ?? type);

/** A second later than the last one. */
let at = Date.now() - 3_600_000;
async function engage(emailId: string, position: number, kind: string, actor: string): Promise<string> {
  at += 1_000;
  await api.database.pool.query(
    `INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, 80, $7)`,
    [accountId, newId(), emailId, position, kind, actor, new Date(at)],
  );
  return new Date(at).toISOString();
}

async function record(emailId: string, position: number, type: string): Promise<void> {
  await api.database.pool.query(
    `INSERT INTO events (account_id, id, email_id, position, type, attempt, detail) VALUES ($1, $2, $3, $4, $5, 1, '{}')`,
    [accountId, newId(), emailId, position, type],
  );
}

test("emails to the address and consent changes are in one order, newest first", async () => {
  await send("ADA@example.com", "before the contact");
  const ada = await create("ada@example.com");
  await send(["jada@example.com", "Ada <ada@example.com>"], "first");
  await subscribe(ada, false);
  await caller.patch(`/api/v1/contacts/${ada}`, { name: "Ada" });
  await send("ada@example.com", "second");
  await subscribe(ada, true);
  await send("other@example.com", "to another person");
  const { items, pagination } = await timeline(ada);
  expect(wordsOf(items)).toEqual([
    "contact.subscribed",
    "second",
    "contact.unsubscribed",
    "first",
    "before the contact",
  ]);
  expect(items[1]?.email).toEqual({
    subject: "second",
    state: "queued",
    complained: false,
    scheduled_at: null,
    opened_at: null,
    clicked_at: null,
  });
  expect(items[0]?.email).toBeNull();
  expect(items.every(({ created_at }) => Math.abs(Date.parse(created_at) - Date.now()) < 60_000)).toBe(true);
  expect(pagination).toEqual({ limit: 50, has_more: false, next_cursor: null });
});

test("an email has the state, the first open and the first click of this recipient, by people", async () => {
  const grace = await create("grace@example.com");
  const id = await send(["first@example.com", "grace@example.com"], "tracked");
  await engage(id, 1, "open", "scanner");
  await engage(id, 0, "click", "human");
  const opened = await engage(id, 1, "open", "proxy");
  const clicked = await engage(id, 1, "click", "human");
  await engage(id, 1, "click", "human");
  await api.database.pool.query(
    "UPDATE recipients SET state = 'delivered' WHERE email_id = $1 AND position = 1",
    [id],
  );
  await record(id, 1, "complained");
  expect((await timeline(grace)).items[0]?.email).toMatchObject({
    state: "delivered",
    complained: true,
    opened_at: opened,
    clicked_at: clicked,
  });
  const click = await send("grace@example.com", "clicked without images");
  const at = await engage(click, 0, "click", "human");
  await record(click, 0, "delivered");
  // A click shows that the email was opened.
  expect((await timeline(grace)).items[0]?.email).toMatchObject({
    complained: false,
    opened_at: at,
    clicked_at: at,
  });
});

test("pages have each item once, and belong to their contact", async () => {
  const zoe = await create("zoe@example.com");
  for (const n of [1, 2, 3]) {
    await send("zoe@example.com", `mail ${n}`);
    await subscribe(zoe, n % 2 === 0);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, pagination } = await timeline(zoe, { limit: 4, cursor });
    seen.push(...wordsOf(items));
    cursor = pagination.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual([
    "contact.unsubscribed",
    "mail 3",
    "contact.subscribed",
    "mail 2",
    "contact.unsubscribed",
    "mail 1",
  ]);
  const other = await create("bob@example.com");
  const { pagination } = await timeline(zoe, { limit: 1 });
  await expect(timeline(other, { cursor: pagination.next_cursor ?? "" })).rejects.toMatchObject({
    code: "validation_failed",
  });
  expect((await timeline(other)).items).toEqual([]);
});

test("a contact of another account has no timeline here (L1)", async () => {
  const id = await create("theirs@example.com");
  await send("theirs@example.com", "secret");
  await expect(timeline(id, {}, newId())).rejects.toMatchObject({ code: "contact_not_found" });
});

test("the consent changes of one contact are read from an index of their own", async ({ onTestFinished }) => {
  await api.database.pool.query(
    `INSERT INTO account_events (account_id, id, type, subject_id)
     SELECT $1, event_id(now() + n * interval '1 microsecond', uuid_send(gen_random_uuid())), 'contact.created', gen_random_uuid()
     FROM generate_series(1, 5000) n`,
    [accountId],
  );
  await api.database.pool.query("ANALYZE account_events");
  const id = await create("indexed@example.com");
  const query = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  await timeline(id);
  const calls = query.mock.calls as unknown as [text: string | pg.QueryConfig, values: unknown[]][];
  const [text, values] = calls.find(([sql]) => typeof sql === "string" && sql.includes("consents")) ?? [];
  const { rows } = await api.database.pool.query(`EXPLAIN ${text}`, values);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(
    /Index Scan .*using account_events_first_account_id_subject_id_id_idx .*\n.*Index Cond: .*subject_id = /,
  );
});
