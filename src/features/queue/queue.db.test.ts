import { beforeAll, beforeEach, expect, test } from "vitest";
import { useApi } from "../../../test/harness/api.ts";
import { type ApiCaller, adminCaller, newAccount } from "../../../test/harness/api-caller.ts";
import { awayFromEndOf } from "../../../test/harness/away-from-end-of.ts";
import { createTestWorker } from "../../../test/harness/delivery-worker.ts";
import { until } from "../../../test/harness/until.ts";
import type { Transport } from "../delivery/transmit/transport.ts";
import { CurrentPauses, findOldestReady, QueueMeter } from "./index.ts";

const api = useApi();
let admin: ApiCaller;
let program: ApiCaller;
let other: Awaited<ReturnType<typeof newAccount>>;

beforeAll(async () => {
  admin = await adminCaller(api);
  program = await admin.newKey();
  other = await newAccount(api, "other@example.com");
});

beforeEach(async () => {
  await sql(
    "TRUNCATE recipients, events, queue_pauses, queue_minutes, audit_events, throttles, provider_domains",
  );
});

const sql = async (text: string, values: unknown[] = []) =>
  (await api.database.pool.query(text, values)).rows;
const sendTo = (caller: ApiCaller, to: string[], more: object = {}) =>
  caller.sent({ to, subject: "Hello", text: "Hello", ...more });
/** Results are cached for a second. A different limit is a different cache entry. */
let looks = 0;
const look = async (caller: ApiCaller, path: string, query = "") => {
  looks += 1;
  return (await caller.get(`${path}?limit=${(looks % 20) + 20}${query}`)).body;
};
const statesOf = async () =>
  (await sql("SELECT address, state, due_at <= now() AS due FROM recipients ORDER BY address")).map(
    ({ address, state, due }) => `${address} ${state}${due ? " due" : ""}`,
  );

test("the queue lists destinations by the longest wait, with the reasons", async () => {
  await sendTo(program, ["a@one.example", "b@one.example", "c@two.example", "d@three.example"]);
  await sql(
    "INSERT INTO provider_domains (domain, provider) VALUES ('one.example', 'big.example'), ('two.example', 'big.example')",
  );
  await sql(
    "INSERT INTO throttles (name, concurrency, closed_until, reason) VALUES ('big.example', 1, now() + interval '5 minutes', 'it said 421')",
  );
  await sql("UPDATE recipients SET due_at = now() - interval '1 hour' WHERE domain = 'three.example'");
  await sql(
    "UPDATE recipients SET state = 'deferred', ready = false, due_at = now() + interval '1 hour' WHERE address = 'b@one.example'",
  );
  await sql(
    `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail)
     SELECT account_id, email_id, gen_random_uuid(), position, 1, 'deferred', '{"line":"451 <b>later</b>"}' FROM recipients WHERE address = 'b@one.example'`,
  );
  const { groups, totals, workers, closed_throttles } = await look(admin, "/api/queue");
  expect(workers).toBe(0);
  expect(totals).toEqual({ waiting: 3, in_flight: 0, delayed: 1, uncertain: 0 });
  expect(groups).toMatchObject([
    { id: "three.example", waiting: 1, delayed: 0, why: ["No worker is running."] },
    {
      id: "big.example",
      domains: 2,
      waiting: 2,
      delayed: 1,
      closed_until: expect.stringMatching(/Z$/),
      why: [
        "No mail is sent to this destination for now.",
        "No worker is running.",
        "Deferred, will be retried: 451 <b>later</b>",
      ],
    },
  ]);
  expect(closed_throttles).toMatchObject([{ name: "big.example", reason: null }]);
  const ofAll = await look(admin, "/api/instance/queue");
  expect(ofAll.closed_throttles).toMatchObject([{ name: "big.example", reason: "it said 421" }]);
  expect(ofAll.groups[1].why[0]).toBe("No mail is sent to this destination for now: it said 421");
  const first = (await admin.get("/api/queue?limit=1")).body;
  const second = (await admin.get(`/api/queue?limit=1&cursor=${first.pagination.next_cursor}`)).body;
  expect([...first.groups, ...second.groups].map(({ id }) => id)).toEqual(["three.example", "big.example"]);
  expect(second.pagination.has_more).toBe(false);
  expect((await other.session.get(`/api/queue?cursor=${first.pagination.next_cursor}`)).problems).toEqual([
    "cursor",
  ]);
  expect((await look(admin, "/api/queue", "&search=two")).groups.map(({ id }: { id: string }) => id)).toEqual(
    ["big.example"],
  );
});

test("an account sees its own queue; operators see all, by destination and by account (L1, L5)", async () => {
  await sendTo(program, ["a@one.example"]);
  await sendTo(other.caller, ["b@one.example", "c@one.example"]);
  expect((await look(other.session, "/api/queue")).groups).toMatchObject([{ id: "one.example", waiting: 2 }]);
  expect((await look(admin, "/api/instance/queue")).groups).toMatchObject([
    { id: "one.example", waiting: 3, accounts: 2 },
  ]);
  const byAccount = (await look(admin, "/api/instance/queue", "&by=account")).groups;
  expect(byAccount.map(({ waiting }: { waiting: number }) => waiting).sort()).toEqual([1, 2]);
  for (const [method, path] of [
    ["GET", "/api/instance/queue"],
    ["POST", "/api/instance/queue/actions"],
    ["GET", "/api/instance/health"],
    ["GET", "/api/instance/alerts"],
  ] as const)
    expect(
      (await other.session.call(method, path, method === "POST" ? { action: "purge", scope: {} } : undefined))
        .body,
    ).toMatchObject({
      error: { code: "operator_required" },
    });
});

test("an account does not see other accounts' destinations, their servers' replies, or the names of pools", async () => {
  await sendTo(program, ["a@theirs.example", "b@shared.example", "c@a-delayed.example"]);
  await sendTo(other.caller, ["b@shared.example", "c@a-delayed.example", "d@mine.example"]);
  await sql(
    "UPDATE recipients SET state = 'deferred', ready = false, due_at = now() + interval '1 hour' WHERE domain = 'a-delayed.example'",
  );
  await sql(
    "INSERT INTO provider_domains (domain, provider) VALUES ('shared.example', 'big.example'), ('theirs.example', 'secret.example')",
  );
  await sql(
    `INSERT INTO throttles (name, concurrency, closed_until, reason)
     SELECT name, 1, now() + interval '5 minutes', 'secret: ' || name FROM unnest(ARRAY['big.example', 'big.example via secret',
       'secret.example', '@theirs.example', '@a-delayed.example', '@mine.example via secret', 'relay secret']) l (name)`,
  );
  await admin.post("/api/instance/queue/actions", {
    action: "hold",
    scope: { domain: "theirs.example" },
    reason: "secret",
  });
  await admin.post("/api/instance/queue/actions", { action: "pause", scope: { destination: "big.example" } });
  const { closed_throttles, groups, pauses } = await look(other.session, "/api/queue");
  expect(closed_throttles.map(({ name }: { name: string }) => name).sort()).toEqual([
    "a-delayed.example",
    "big.example",
    "mine.example",
  ]);
  expect(groups.map(({ closed_until }: { closed_until: string | null }) => closed_until !== null)).toEqual([
    true,
    true,
    true,
  ]);
  expect(pauses).toMatchObject([{ name: "big.example" }]);
  expect(JSON.stringify({ closed_throttles, groups, pauses })).not.toMatch(/secret|theirs/);
  const ofAll = await look(admin, "/api/instance/queue");
  expect(ofAll.closed_throttles).toHaveLength(7);
});

test("workers skip paused mail and send it after resuming; both actions are audited", async () => {
  const delivered: string[] = [];
  const transport: Transport = {
    transmit: async ({ envelope }) =>
      envelope.recipients.map((address) => {
        delivered.push(address);
        return { kind: "delivered", reason: "" };
      }),
    close: async () => undefined,
  };
  const pause = (body: object) => admin.post("/api/queue/actions", body);
  expect((await pause({ action: "pause", scope: { domain: "Paused.example" } })).body).toMatchObject({
    changed: 1,
  });
  await sql("INSERT INTO provider_domains (domain, provider) VALUES ('held.example', 'op.example')");
  expect((await pause({ action: "hold", scope: { destination: "op.example" } })).problems).toEqual([
    "reason",
  ]);
  await pause({ action: "hold", scope: { destination: "op.example" }, reason: "spam?" });
  await admin.post("/api/instance/queue/actions", { action: "pause", scope: { domain: "all.example" } });
  await admin.post("/api/instance/queue/actions", { action: "pause", scope: { account_id: other.id } });
  await sendTo(program, ["a@paused.example", "b@held.example", "c@all.example", "d@free.example"]);
  await sendTo(other.caller, ["e@free.example"]);
  const pauses = new CurrentPauses({ database: api.database });
  const worker = createTestWorker({ database: api.database, transport, pauses: () => pauses.load() });
  await worker.start();
  try {
    await until(() => delivered.length > 0, { what: "mail that is not paused" });
    await until(async () => (await statesOf()).filter((line) => line.includes("queued")).length === 4, {
      what: "claims",
    });
    expect(delivered).toEqual(["d@free.example"]);
    const { groups } = await look(admin, "/api/queue");
    expect(
      Object.fromEntries(groups.map(({ id, why }: { id: string; why: string[] }) => [id, why[0]])),
    ).toMatchObject({
      "paused.example": "Paused.",
      "op.example": "Held: spam?",
      "all.example": "Paused by the operator for all accounts.",
    });
    expect((await findOldestReady(api.database, null)).oldestAt).toBeNull();
    // An account cannot resume the operator's pause.
    expect((await pause({ action: "resume", scope: { domain: "all.example" } })).body.changed).toBe(0);
    expect(
      (await other.session.post("/api/queue/actions", { action: "resume", scope: {} })).body.changed,
    ).toBe(0);
    await pause({ action: "resume", scope: { domain: "paused.example" } });
    await admin.post("/api/instance/queue/actions", { action: "resume", scope: { account_id: other.id } });
    await until(() => delivered.length === 3, { what: "resumed mail" });
    expect(delivered.toSorted()).toEqual(["a@paused.example", "d@free.example", "e@free.example"]);
  } finally {
    await worker.stop();
  }
  const { events } = (await admin.get("/api/audit")).body;
  expect(events.map(({ action }: { action: string }) => action)).toEqual([
    "queue.resumed",
    "queue.resumed",
    "queue.paused",
    "queue.paused",
    "queue.held",
    "queue.paused",
  ]);
  const { events: ofOther } = (await other.session.get("/api/audit")).body;
  expect(ofOther[0]).toMatchObject({ action: "queue.resumed", actor: { type: "operator", email: null } });
});

test("retry makes deferred recipients due and leaves scheduled ones alone", async () => {
  await sendTo(program, ["a@one.example", "b@two.example"]);
  await sendTo(program, ["c@one.example"], { scheduled_at: "in 2 hours" });
  await sendTo(other.caller, ["d@one.example"]);
  await sql(
    "UPDATE recipients SET state = 'deferred', ready = false, due_at = now() + interval '1 hour' WHERE address <> 'c@one.example'",
  );
  const { body } = await admin.post("/api/queue/actions", {
    action: "retry",
    scope: { domain: "one.example" },
  });
  expect(body).toMatchObject({ changed: 1, has_more: false });
  expect(await statesOf()).toEqual([
    "a@one.example deferred due",
    "b@two.example deferred",
    "c@one.example queued",
    "d@one.example deferred",
  ]);
});

test("purge cancels waiting mail, with events; in-flight and later mail continues", async () => {
  await sendTo(program, ["a@one.example", "b@one.example", "c@one.example", "d@two.example"]);
  await sql("UPDATE recipients SET state = 'sending', ready = false WHERE address = 'b@one.example'");
  await sql(
    "UPDATE recipients SET state = 'uncertain', ready = false, due_at = now() + interval '1 hour' WHERE address = 'c@one.example'",
  );
  const before = new Date(Date.now() + 1).toISOString();
  await until(() => Date.now() > Date.parse(before) + 2, { what: "the next moment" });
  await sendTo(program, ["late@one.example"]);
  const purge = { action: "purge", scope: { domain: "one.example" }, before };
  expect((await admin.post("/api/queue/actions", purge)).body).toMatchObject({
    changed: 2,
    has_more: false,
    before,
  });
  expect(await sql("SELECT address, state, due_at IS NULL AS over FROM recipients ORDER BY address")).toEqual(
    [
      { address: "a@one.example", state: "canceled", over: true },
      { address: "b@one.example", state: "sending", over: false },
      { address: "c@one.example", state: "uncertain", over: true },
      { address: "d@two.example", state: "queued", over: false },
      { address: "late@one.example", state: "queued", over: false },
    ],
  );
  const events = await sql(
    "SELECT type, detail->>'reason' AS reason FROM events WHERE type <> 'queued' ORDER BY type",
  );
  expect(events).toEqual([
    { type: "canceled", reason: "canceled in the queue by the sender" },
    { type: "uncertain", reason: "canceled in the queue by the sender" },
  ]);
  expect((await admin.get("/api/audit")).body.events[0]).toMatchObject({
    action: "queue.purged",
    detail: { changed: 2 },
  });
});

test("uncertain recipients wait for a person, who retries them or marks them as delivered (E13)", async () => {
  const id = await sendTo(program, ["a@one.example", "b@two.example", "c@two.example"]);
  await sql(
    "UPDATE recipients SET state = 'uncertain', ready = false, due_at = NULL, crash_count = 3, expires_at = now()",
  );
  const first = (await admin.get("/api/queue/uncertain?limit=2")).body;
  const rest = (await admin.get(`/api/queue/uncertain?limit=2&cursor=${first.pagination.next_cursor}`)).body;
  expect([...first.uncertain, ...rest.uncertain]).toMatchObject([
    { email_id: id, position: 0, address: "a@one.example", subject: "Hello" },
    { position: 1 },
    { position: 2 },
  ]);
  expect((await admin.get("/api/queue/uncertain?domain=one.example")).body.uncertain).toHaveLength(1);
  expect((await other.session.get("/api/queue/uncertain")).body.uncertain).toEqual([]);
  const resolve = (position: number, as: string, caller = admin) =>
    caller.post(`/api/emails/${id}/recipients/${position}/resolve`, { as });
  expect((await resolve(0, "retry", other.session)).status).toBe(404);
  expect((await resolve(0, "retry")).status).toBe(204);
  expect((await resolve(1, "delivered")).status).toBe(204);
  expect((await resolve(1, "retry")).body).toMatchObject({ error: { code: "recipient_not_uncertain" } });
  expect(
    await sql(
      "SELECT state, ready, crash_count, expires_at > now() AS has_time FROM recipients ORDER BY position",
    ),
  ).toEqual([
    { state: "uncertain", ready: true, crash_count: 0, has_time: true },
    { state: "delivered", ready: false, crash_count: 0, has_time: false },
    { state: "uncertain", ready: false, crash_count: 3, has_time: false },
  ]);
});

test("the rate of a destination is the number of recipients settled per minute", async () => {
  await awayFromEndOf("minute", 10_000);
  const meter = new QueueMeter({ database: api.database, log: api.app.log as never });
  for (let n = 0; n < 30; n += 1) meter.count(other.id, "one.example", n % 3 === 0 ? "bounced" : "delivered");
  await meter.stop();
  await sql("UPDATE queue_minutes SET minute = minute - interval '1 minute'");
  const [group] = (await look(other.session, "/api/queue")).groups;
  expect(group).toMatchObject({ id: "one.example", waiting: 0, rate_per_minute: 10, why: [] });
  expect(group.history.at(-1)).toBe(30);
  expect((await look(admin, "/api/queue")).groups).toEqual([]);
});

test("a hold names the pause that it replaced, so that an undo can begin it again", async () => {
  const body = (action: string, more: object) => ({ action, scope: { domain: "one.example" }, ...more });
  const post = async (request: object) => (await admin.post("/api/queue/actions", request)).body;
  expect(await post(body("pause", { reason: "maintenance", seconds: 600 }))).toMatchObject({
    replaced: null,
  });
  const { replaced } = await post(body("hold", { reason: "looks wrong" }));
  expect(replaced).toMatchObject({ kind: "pause", reason: "maintenance" });
  expect(replaced.seconds).toBeGreaterThan(0);
  expect(replaced.seconds).toBeLessThanOrEqual(600);
  expect(await post(body("resume", {}))).toMatchObject({ changed: 1, replaced: null });
});
