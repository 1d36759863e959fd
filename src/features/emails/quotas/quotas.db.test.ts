import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../../test/harness/api.ts";
import {
  ACCEPT_TABLES,
  type ApiCaller,
  type ApiResponse,
  adminCaller,
  keyCaller,
  newAccount,
  rowCounts,
  startSecondNode,
} from "../../../../test/harness/api-caller.ts";
import { awayFromEndOf } from "../../../../test/harness/away-from-end-of.ts";
import { until } from "../../../../test/harness/until.ts";
import { deleteOldUsage } from "./daily-quotas.ts";

const accountLimit = 20;
let api: TestApi;
let second: Awaited<ReturnType<typeof startSecondNode>>;
let caller: ApiCaller;

beforeEach(async () => {
  await awayFromEndOf("day");
  api = await startTestApi({ DAILY_QUOTA: String(accountLimit) });
  second = await startSecondNode(api);
  caller = keyCaller(api);
});
afterEach(async () => {
  await second.close();
  await api.close();
});

const email = { to: "ada@example.com", subject: "Hello", text: "Hello" };
const people = (count: number) => Array.from({ length: count }, (_, n) => `u${n}@example.com`);
const statuses = (responses: ApiResponse[]) => responses.map(({ status }) => status);
const count = (responses: ApiResponse[], status: number) =>
  statuses(responses).filter((candidate) => candidate === status).length;
const used = async () => {
  const { rows } = await api.database.pool.query(
    "SELECT subject, used FROM quota_usage ORDER BY account_id, subject",
  );
  return rows;
};

test("of fifty concurrent sends on two nodes with a quota of twenty, exactly twenty are accepted (C27)", async () => {
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, n) => (n % 2 ? second.caller : caller).send(email)),
  );
  expect([count(responses, 200), count(responses, 429)]).toEqual([20, 30]);
  expect(await rowCounts(api, ["emails", "recipients"])).toEqual({ emails: 20, recipients: 20 });
  expect(await used()).toEqual([{ subject: "account", used: 20 }]);
});

test("the quota counts the distinct recipients of to, cc and bcc (C27)", async () => {
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      (n % 2 ? second.caller : caller).send({
        ...email,
        to: [...people(2), "U1@Example.com"],
        cc: ["u0@example.com", "c@example.com"],
        bcc: "b@example.com",
      }),
    ),
  );
  expect([count(responses, 200), count(responses, 429)]).toEqual([5, 45]);
  expect(await rowCounts(api, ["emails", "recipients"])).toEqual({ emails: 5, recipients: 20 });
});

test("a send over the quota gets the time until midnight UTC, and stores nothing (C27)", async () => {
  await caller.sent({ ...email, to: people(15) });
  const before = await rowCounts(api, ACCEPT_TABLES);
  const refused = await caller.send(
    { ...email, to: people(6), text: "never stored" },
    { "idempotency-key": "q" },
  );
  expect([refused.status, refused.body.error.code]).toEqual([429, "quota_exceeded"]);
  const midnight = new Date(new Date().toISOString().slice(0, 10)).getTime() + 86_400_000;
  const seconds = Number(refused.headers["retry-after"]);
  expect(Math.abs(seconds - (midnight - Date.now()) / 1_000)).toBeLessThan(10);
  expect(refused.headers["ratelimit-policy"]).toBe('"daily";q=20;w=86400');
  expect(refused.headers.ratelimit).toBe(`"daily";r=0;t=${seconds}`);
  expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
  expect(await used()).toEqual([{ subject: "account", used: 15 }]);
  const fitting = await caller.send({ ...email, to: people(5) }, { "idempotency-key": "q" });
  expect(fitting.status).toBe(200);
  expect((await caller.send(email)).status).toBe(429);
});

test("a batch is accepted or rejected as a whole, without affecting others in the same commit (C27, C28)", async () => {
  const batchOf = (n: number) => caller.post("/api/v1/emails/batch", { emails: Array(n).fill(email) });
  const [large, ...small] = await Promise.all([
    batchOf(21),
    ...Array.from({ length: 10 }, () => caller.send(email)),
  ]);
  expect([large?.status, large?.body.error.code]).toEqual([429, "quota_exceeded"]);
  expect(new Set(statuses(small))).toEqual(new Set([200]));
  expect((await batchOf(11)).status).toBe(429);
  expect((await batchOf(10)).status).toBe(200);
  expect(await rowCounts(api, ["emails"])).toEqual({ emails: 20 });
});

test("replays and conflicts do not count (C27, C21)", async () => {
  for (let n = 0; n < 3; n += 1) await caller.send({ ...email, to: people(15) }, { "idempotency-key": "k" });
  await caller.send(email, { "idempotency-key": "k" });
  expect(await used()).toEqual([{ subject: "account", used: 15 }]);
});

test("past days do not count, and their counts are removed later (C27)", async () => {
  await caller.sent({ ...email, to: people(20) });
  expect((await caller.send(email)).status).toBe(429);
  await api.database.pool.query("UPDATE quota_usage SET day = day - 1");
  await until(async () => (await caller.send(email)).status === 200, { what: "the new day" });
  await deleteOldUsage(api.database);
  expect(await used()).toHaveLength(2);
  await api.database.pool.query("UPDATE quota_usage SET day = day - 1");
  await deleteOldUsage(api.database);
  expect(await used()).toEqual([{ subject: "account", used: 1 }]);
});

test("sending over the quota repeatedly costs the database almost nothing, and never another account's commit (L8, C27)", async () => {
  const other = await newAccount(api, "neighbor@quota.example");
  await api.database.pool.query("CREATE SEQUENCE spending");
  await api.database.pool.query(
    "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('spending'); RETURN NEW; END $$",
  );
  await caller.sent({ ...email, to: people(20) });
  // A sequence also counts rolled back statements.
  await api.database.pool.query(
    "CREATE TRIGGER note BEFORE INSERT ON quota_usage FOR EACH ROW EXECUTE FUNCTION note()",
  );
  const began = performance.now();
  const responses = await Promise.all([
    ...Array.from({ length: 200 }, () => caller.send(email)),
    ...Array.from({ length: 5 }, () => other.caller.send(email)),
  ]);
  expect([count(responses, 429), count(responses, 200)]).toEqual([200, 5]);
  const { rows } = await api.database.pool.query("SELECT last_value::integer AS times FROM spending");
  // The database is queried again after a second.
  const seconds = Math.ceil((performance.now() - began) / 1_000);
  expect(rows[0].times).toBeLessThan(20 * seconds);
});

test("each account and each key with a limit has its own quota (C27)", async () => {
  const other = await newAccount(api, "other@quota.example");
  const limited = await other.session.newKey({ daily_limit: 7 });
  const further = await other.session.newKey({ daily_limit: 7 });
  await caller.sent({ ...email, to: people(20) });
  const responses = await Promise.all(Array.from({ length: 50 }, () => limited.send(email)));
  expect([count(responses, 200), count(responses, 429)]).toEqual([7, 43]);
  const over = responses.find(({ status }) => status === 429);
  expect(over?.body.error).toMatchObject({
    code: "quota_exceeded",
    message: expect.stringContaining("API key"),
  });
  expect((await further.send({ ...email, to: people(7) })).status).toBe(200);
  expect((await other.caller.send({ ...email, to: people(7) })).status).toBe(429);
  expect((await other.caller.send({ ...email, to: people(6) })).status).toBe(200);
  expect((await caller.send(email)).status).toBe(429);
});

test("sessions and resends count, too (C27)", async () => {
  const admin = await adminCaller(api);
  const sent = await admin.post("/api/emails", { ...email, to: people(12) });
  expect(sent.status).toBe(200);
  const resend = `/api/emails/${sent.body.id}/resend`;
  expect((await admin.post(resend, {})).status).toBe(429);
  expect((await admin.post(resend, { to: people(8) })).status).toBe(200);
  expect(await rowCounts(api, ["recipients"])).toEqual({ recipients: 20 });
});

test("a key sends only from its own domains on every surface, not from look-alikes (B3)", async () => {
  const { session } = await newAccount(api, "limited@quota.example");
  const key = await session.newKey({ from_domains: ["Example.com", "b\u00fccher.example"] });
  const free = await session.newKey();
  const foreign = await free.sent({ ...email, from: "a@other.example" });
  for (const from of [
    "a@example.com",
    "a@EXAMPLE.com",
    "a@xn--bcher-kva.example",
    { email: "a@B\u00dcCHER.example" },
  ])
    expect((await key.send({ ...email, from })).status).toBe(200);
  const before = await rowCounts(api, ACCEPT_TABLES);
  const refusals = [
    ...["a@sub.example.com", "a@example.com.evil.example", "a@other.example", "a@ex\u0430mple.com"].map(
      (from) => key.send({ ...email, from }),
    ),
    key.post("/api/v1/send?dry_run=true", { ...email, from: "a@other.example" }),
    key.post("/api/v1/emails/batch", { emails: [{ ...email, from: "a@other.example" }] }),
    key.post(`/api/v1/emails/${foreign}/resend`, {}),
  ];
  for (const response of await Promise.all(refusals))
    expect([response.status, response.body.error.code]).toEqual([403, "sender_not_allowed"]);
  expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
});
