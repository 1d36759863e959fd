import { afterAll, beforeAll, expect, test } from "vitest";
import { useApi } from "../../../test/harness/api.ts";
import { type ApiCaller, keyCaller, newAccount } from "../../../test/harness/api-caller.ts";
import { createTestWorker } from "../../../test/harness/delivery-worker.ts";
import { until } from "../../../test/harness/until.ts";
import type { Database } from "../../platform/db/index.ts";
import { timeOfId } from "../../platform/ids/index.ts";

import { captureTransport, type DeliveryWorker } from "../delivery/index.ts";
import { cancelEmailRecipients, settleAttempts } from "../recipients/index.ts";

const api = useApi();
let caller: ApiCaller;
let worker: DeliveryWorker;

beforeAll(async () => {
  caller = keyCaller(api);
  worker = createTestWorker({ database: api.database, transport: captureTransport });
  await worker.start();
});
afterAll(async () => {
  await worker.stop();
});

const email = { to: "ada@example.com", subject: "Hello", text: "Hello" };
type Page = {
  events: { id: string; type: string; email_id: string }[];
  pagination: { has_more: boolean; next_cursor: string | null };
};
const read = async (query: string, who = caller): Promise<Page> =>
  (await who.get(`/api/v1/events?${query}`)).body;

/** Sends an email and waits until every recipient has a result that the feed shows, which is after the transaction released its locks. */
async function settled(body: object, who = caller): Promise<string> {
  const id = await who.sent(body);
  const isOver = async () => {
    const { status, recipients } = await who.email(id);
    const written = recipients.flatMap(({ events }: { events: object[] }) => events).length;
    const shown = (await read(`limit=100&email_id=${id}`, who)).events.length;
    return !["queued", "sending"].includes(status) && shown >= written;
  };
  await until(isOver, { what: "an outcome" });
  return id;
}

test("an event names its recipient, with the tags and metadata of its email", async () => {
  const id = await settled({
    ...email,
    to: "bounced+a@simulator.posthouse.test",
    tags: [{ name: "order", value: "7" }],
    metadata: { order: 7, test: true },
  });
  const { events } = await read(`email_id=${id}`);
  expect(events).toEqual([
    {
      id: expect.any(String),
      kind: "email",
      subject_id: id,
      email_id: id,
      recipient: "bounced+a@simulator.posthouse.test",
      subject: "Hello",
      type: "bounced",
      attempt: 1,
      created_at: expect.any(String),
      detail: expect.objectContaining({ code: 550, enhanced: "5.1.1" }),
      tags: [{ name: "order", value: "7" }],
      metadata: { order: 7, test: true },
    },
  ]);
});

test("a follower sees every event once, oldest first, in pages, and then the later events", async () => {
  const { caller: who } = await newAccount(api, "follower@events.example");
  const to = Array.from({ length: 25 }, (_, n) => `u${n}@example.com`);
  await settled({ ...email, to }, who);
  const seen: string[] = [];
  let page = await read("limit=10", who);
  while (page.events.length > 0) {
    seen.push(...page.events.map(({ id }) => id));
    page = await read(`limit=10&after=${page.pagination.next_cursor}`, who);
  }
  expect(new Set(seen).size).toBe(25);
  expect(seen).toEqual(seen.toSorted());
  expect(page.pagination).toEqual({ limit: 10, has_more: false, next_cursor: seen.at(-1) });
  const id = await settled(email, who);
  expect(
    (await read(`after=${page.pagination.next_cursor}`, who)).events.map(({ email_id }) => email_id),
  ).toEqual([id]);
});

const scheduled = { ...email, scheduled_at: new Date(Date.now() + 3_600_000).toISOString() };
/** Writes the outcome of an attempt like a worker. */
async function settle(database: Pick<Database, "pool">, accountId: string, emailId: string): Promise<void> {
  await database.pool.query(
    "UPDATE recipients SET state = 'sending', attempt = 1, lease = 1 WHERE email_id = $1",
    [emailId],
  );
  const claim = { accountId, emailId, position: 0, lease: 1 };
  const detail = { reason: "250 OK" };
  await settleAttempts(database as Database, [
    { claim, state: "delivered", retrySeconds: null, detail, followedBy: "complained", isTry: true },
  ]);
}

test.each([
  ["an outcome", settle, ["delivered", "complained"]],
  [
    "a cancel",
    (database: Pick<Database, "pool">, accountId: string, id: string) =>
      cancelEmailRecipients(database as Database, accountId, id),
    ["canceled"],
  ],
])(
  "events after %s that commits late are not shown before it, so no cursor skips it (F13)",
  async (name, write, types) => {
    const { caller: who, id: accountId } = await newAccount(api, `${name.replace(" ", "-")}@events.example`);
    const late = await who.sent(scheduled);
    const first = await who.sent(scheduled);
    const last = await who.sent(scheduled);
    await settle(api.database, accountId, first);
    const before = await read("", who);
    expect(before.events.map(({ type }) => type)).toEqual(["delivered", "complained"]);

    const slow = await api.database.pool.connect();
    try {
      await slow.query("BEGIN");
      await write({ pool: slow as unknown as Database["pool"] }, accountId, late);
      await settle(api.database, accountId, last);
      const meanwhile = await read(`after=${before.pagination.next_cursor}`, who);
      expect(meanwhile.events).toEqual([]);
      await slow.query("COMMIT");
      const after = await read(`after=${meanwhile.pagination.next_cursor}`, who);
      expect(after.events.map(({ type }) => type)).toEqual([...types, "delivered", "complained"]);
      expect(after.events.map(({ email_id }) => email_id)).toEqual([...types.map(() => late), last, last]);
    } finally {
      slow.release();
    }
  },
);

test("the id of an event is a UUIDv7 of its time by the database's clock", async () => {
  const { rows } = await api.database.pool.query(
    `SELECT at, event_id(at, uuid_send(gen_random_uuid()))::text AS id, event_id(at, decode(repeat('00', 16), 'hex'))::text AS first
     FROM unnest(ARRAY['2026-11-21 08:30:00.123456+00', '2026-11-21 08:30:00.123457+00', '2026-11-21 08:30:00.999999+00',
       '2026-11-21 08:30:01+00']::timestamptz[]) AS at`,
  );
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  for (const { at, id, first } of rows) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(timeOfId(id)).toEqual(at);
    expect(first <= id).toBe(true);
  }
});

test("has_more is true while there are more events, and false at the exact end", async () => {
  const { caller: who } = await newAccount(api, "pages@events.example");
  await settled({ ...email, to: ["a@example.com", "b@example.com", "c@example.com", "d@example.com"] }, who);
  const first = await read("limit=2", who);
  expect(first.pagination.has_more).toBe(true);
  expect((await read(`limit=2&after=${first.pagination.next_cursor}`, who)).pagination.has_more).toBe(false);
});

test("the last page continues after all events that were read, also after those that do not match", async () => {
  const { caller: who } = await newAccount(api, "rare@events.example");
  await settled(email, who);
  const last = (await read("kind=email,account", who)).events.at(-1)?.id;
  const rare = await read("type=complained&since=2020-01-01T00:00:00Z", who);
  expect(rare).toEqual({ events: [], pagination: { limit: 50, has_more: false, next_cursor: last } });
  const id = await settled({ ...email, to: "complained@simulator.posthouse.test" }, who);
  const next = await read(`type=complained&after=${last}`, who);
  expect(next.events.map(({ email_id }) => email_id)).toEqual([id]);
  // It is never before the start of the range.
  const since = new Date(Date.now() + 60_000).toISOString();
  expect((await read(`since=${since}`, who)).pagination.next_cursor).toBeNull();
  expect((await read(`since=${since}&after=${last}`, who)).pagination.next_cursor).toBe(last);
});

test("filters by type, by email and by time", async () => {
  const { caller: who } = await newAccount(api, "filters@events.example");
  const emailId = await settled(
    { ...email, to: ["complained@simulator.posthouse.test", "a@example.com"] },
    who,
  );
  const since = new Date().toISOString();
  const other = await settled(email, who);
  const types = async (query: string) => (await read(query, who)).events.map(({ type }) => type).sort();
  expect(await types(`email_id=${emailId}`)).toEqual(["captured", "complained", "delivered"]);
  expect(await types("type=complained")).toEqual(["complained"]);
  expect(await types("type=email.delivered,complained")).toEqual(["complained", "delivered"]);
  expect(await types(`type=complained&email_id=${other}`)).toEqual([]);
  expect(await types(`since=${since}`)).toEqual(["captured"]);
  expect(await types("since=0000-01-01T00:00:00Z")).toHaveLength(4);
  expect(await types(`since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
});

test("with a kind or a type, the feed also has what happened in the account, in one order", async () => {
  const { caller: who } = await newAccount(api, "kinds@events.example");
  const contact = await who.post("/api/v1/contacts", { email: "ada@example.com" });
  const emailId = await settled(email, who);
  await who.post("/api/v1/suppressions", { address: "bob@example.com", reason: "manual" });
  const seen = async (query: string) =>
    (await read(query, who)).events.map(({ type, email_id }) => [type, email_id]);
  expect(await seen("")).toEqual([["captured", emailId]]);
  await until(async () => (await seen("kind=account")).length === 3, { what: "the events of the account" });
  expect(await seen("kind=email,account,engagement")).toEqual([
    ["key.created", null],
    ["contact.created", null],
    ["captured", emailId],
    ["suppression.added", null],
  ]);
  expect(await seen("type=contact.created,email.captured")).toEqual([
    ["contact.created", null],
    ["captured", emailId],
  ]);
  expect(await seen("kind=email&type=contact.created")).toEqual([]);
  expect(await seen(`kind=account&email_id=${emailId}`)).toEqual([]);
  expect((await read("type=contact.created", who)).events).toMatchObject([
    { kind: "account", subject_id: contact.body.id, recipient: null, detail: { email: "ada@example.com" } },
  ]);
});

test.each([
  ["after=x", "after"],
  ["email_id=x", "email_id"],
  ["type=exploded", "type"],
  ["type=delivered,", "type"],
  ["kind=contact", "kind"],
  ["since=yesterday", "since"],
  ["since=2026-02-30T00:00:00Z", "since"],
  ["since=2026-01-01T25:00:00Z", "since"],
  ["limit=0", "limit"],
  ["limit=101", "limit"],
  ["cursor=x", "cursor"],
])("%s is rejected with the name of the parameter (C34)", async (query, path) => {
  const { status, problems } = await caller.get(`/api/v1/events?${query}`);
  expect([status, problems]).toEqual([422, [path]]);
});

test("another account's events are not found by id, by email or in the list (L1, L7)", async () => {
  const { caller: stranger } = await newAccount(api, "stranger@events.example");
  const id = await settled(email);
  const { events } = await read(`email_id=${id}`);
  expect(events).toHaveLength(1);
  for (const query of ["", `email_id=${id}`, `after=${events[0]?.id}`, "since=2020-01-01T00:00:00Z"])
    expect((await read(query, stranger)).events).toEqual([]);
});
