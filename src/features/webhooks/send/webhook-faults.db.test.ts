import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test, vi } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { type Reply, startWebhookReceiver } from "../../../../test/harness/webhook-receiver.ts";
import { newId } from "../../../platform/ids/index.ts";
import { SYSTEM } from "../../audit/index.ts";
import { addWebhook, changeWebhook, removeWebhook, rotateWebhookSecret } from "../change-webhooks.ts";
import { loadDelivery } from "../deliveries/find-deliveries.ts";
import { replayEvents } from "../deliveries/replay-events.ts";
import { loadHealth } from "../health/load-health.ts";
import { sendSample } from "./send-sample.ts";
import {
  arrived,
  complain,
  deliveriesOf,
  failFor,
  loadWebhook,
  type Opened,
  openWorld,
  retryNow,
} from "./webhook-world.fixture.ts";

const succeeded = async (world: Opened) =>
  (await deliveriesOf(world)).filter(({ state }) => state === "succeeded").length;

const isResting = async ({ database }: Opened) => {
  const { rowCount } = await database.pool.query(
    "SELECT FROM followers WHERE name = 'webhook' AND not_before > now()",
  );
  return rowCount === 1;
};

test("later events of an email wait for the retry of an earlier one, and other emails do not (I11)", async () => {
  const world = await openWorld();
  const ids = await world.store(300);
  const [first = ""] = ids;
  await complain(world, [first]);
  let failures = 0;
  world.receiver.setReply(({ emailId, type }): Reply => {
    if (emailId !== first || type !== "email.delivered" || failures > 0) return {};
    failures += 1;
    return { status: 500 };
  });
  world.startSender();
  // All others arrive although the first email waits.
  await until(() => new Set(world.receiver.received.map(({ emailId }) => emailId)).size === 300, {
    what: "the others",
    within: 20_000,
  });
  await until(async () => (await succeeded(world)) === 301, { what: "all events", within: 30_000 });
  const types = world.receiver.received.filter(({ emailId }) => emailId === first).map(({ type }) => type);
  expect(types).toEqual(["email.delivered", "email.delivered", "email.complained"]);
});

test("events that wait for one of their email go on one after the other, also if the next one fails (I11)", async () => {
  const world = await openWorld();
  const [first = ""] = await world.store(1);
  await complain(world, [first]);
  await complain(world, [first]);
  const failed = new Set<string>();
  world.receiver.setReply(({ id }): Reply => {
    if (failed.size === 2 || failed.has(id)) return {};
    failed.add(id);
    return { status: 500 };
  });
  world.startSender();
  await until(async () => (await succeeded(world)) === 3, { what: "all events", within: 30_000 });
  const ids = world.receiver.received.map(({ id }) => id);
  const [one, two, three] = [...new Set(ids)].sort();
  expect(ids).toEqual([one, one, two, two, three]);
});

test.each([
  ["", false],
  [", also if another process goes on", true],
])("replayed events of an email wait for one that fails%s (I11)", async (_more, takesOver) => {
  const world = await openWorld();
  const [first = ""] = await world.store(1);
  await complain(world, [first]);
  await complain(world, [first]);
  const sender = world.startSender();
  await until(async () => (await succeeded(world)) === 3, { what: "all events", within: 10_000 });
  const [one, two, three] = world.receiver.received.splice(0).map(({ id }) => id);
  world.receiver.setReply((_, n) => (n === 1 ? { status: 500 } : {}));
  await replayEvents(world.database, world.target, { from: new Date(0).toISOString() });
  if (takesOver) {
    await until(() => world.receiver.received.length >= 1, { what: "the failure" });
    await sender.stop();
    world.startSender();
  }
  const isDone = async () => world.receiver.received.length >= 4 && (await succeeded(world)) === 3;
  await until(isDone, { what: "the replay", within: 40_000 });
  expect(world.receiver.received.map(({ id }) => id)).toEqual([one, one, two, three]);
});
test("an event that waits for one that waited itself is sent as soon as that one ends (I11)", async () => {
  const world = await openWorld({ reply: ({ type }, n) => (n === 1 ? { status: 500 } : delayOf(type)) });
  const delayOf = (type: string): Reply => (type === "email.complained" ? { delayMs: 1_500 } : {});
  const ids = await world.store(1);
  await complain(world, ids);
  world.startSender();
  // The first event, its retry, and the one that waited for the retry.
  await until(() => world.receiver.received.length === 3, { what: "the second event", within: 20_000 });
  await complain(world, ids);
  await until(async () => (await succeeded(world)) === 3, { what: "the third event", within: 15_000 });
});

test.each([57, 61])(
  "%d s after an event of an email failed, those that wait for it go on within the minute, in order (I11)",
  async (secondsAgo) => {
    const world = await openWorld({
      reply: ({ type }) => (type === "email.delivered" ? { status: 500 } : {}),
    });
    const ids = await world.store(1);
    for (let n = 0; n < 3; n += 1) await complain(world, ids);
    const sender = world.startSender();
    await until(async () => (await deliveriesOf(world)).length === 4, { what: "the events that wait" });
    await sender.stop();
    // The last of them becomes due first, and the failed event is not retried.
    await world.database.pool.query(
      `UPDATE webhook_deliveries d SET updated_at = now() - make_interval(secs => $1),
         due_at = now() + CASE WHEN tries > 0 THEN interval '1 day' ELSE make_interval(secs => 4 - n) END
       FROM (SELECT event_id, row_number() OVER (ORDER BY event_id) AS n FROM webhook_deliveries) e WHERE e.event_id = d.event_id`,
      [secondsAgo],
    );
    await world.database.pool.query("UPDATE followers SET wake_at = now()");
    world.startSender();
    const complaints = () => world.receiver.received.filter(({ type }) => type === "email.complained");
    await until(() => complaints().length === 3, { what: "the complaints", within: 30_000 });
    const received = complaints().map(({ id }) => id);
    expect(received).toEqual(received.toSorted());
    await until(async () => (await succeeded(world)) === 3, { what: "the records of the complaints" });
    expect(world.receiver.received.filter(({ type }) => type === "email.delivered")).toHaveLength(1);
  },
);

test("with strict order a later event waits for as long as an earlier one is retried", async () => {
  const world = await openWorld({ input: { ordering: "strict" }, reply: () => ({ status: 500 }) });
  const [first = ""] = await world.store(1);
  world.startSender();
  await until(async () => (await deliveriesOf(world)).length === 1, { what: "a failure" });
  await complain(world, [first]);
  await until(async () => (await deliveriesOf(world)).length === 2, {
    what: "the complaint",
    within: 15_000,
  });
  // The complaint becomes due, but the delivery is still retried.
  await world.database.pool.query(
    "UPDATE webhook_deliveries SET due_at = CASE type WHEN 'email.complained' THEN now() ELSE now() + interval '1 day' END",
  );
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(world.receiver.received.every(({ type }) => type === "email.delivered")).toBe(true);
  world.receiver.setReply(() => ({}));
  await replayEvents(world.database, world.target, { types: ["email.delivered"], failed_only: true });
  await until(async () => (await succeeded(world)) === 2, { what: "both", within: 20_000 });
  expect(world.receiver.received.at(-1)?.type).toBe("email.complained");
});

test.each([429, 503])("a webhook that responds with %d rests for the time of Retry-After", async (status) => {
  const world = await openWorld({
    reply: (_, n) => (n === 1 ? { status, headers: { "retry-after": "4" } } : { delayMs: 200 }),
  });
  await world.store(40);
  world.startSender();
  await until(async () => (await succeeded(world)) === 40, { what: "all events", within: 20_000 });
  const [{ at: first = 0 } = {}, ...rest] = world.receiver.received;
  // Requests that had begun are not aborted.
  expect(rest.filter(({ at }) => at - first < 3_900).length).toBeLessThanOrEqual(7);
  expect(await loadWebhook(world)).toMatchObject({ failures: 0 });
});

test("a server that never responds delays no other webhook (I12)", async () => {
  const world = await openWorld({ reply: () => ({ delayMs: 60_000 }), timeoutMs: 30_000 });
  const quick = await startWebhookReceiver();
  await addWebhook(world.deps, { accountId: world.accountId, by: SYSTEM }, { url: quick.url });
  const ids = await world.store(200);
  const since = performance.now();
  world.startSender();
  await until(() => quick.received.length === ids.length, { what: "the events", within: 15_000 });
  expect(performance.now() - since).toBeLessThan(15_000);
  expect(world.receiver.received.length).toBeLessThanOrEqual(8);
  await quick.close();
});

test("webhooks beyond the limit of one process all get their events (I12)", async () => {
  const world = await openWorld();
  const target = { accountId: world.accountId, by: SYSTEM };
  for (let n = 0; n < 4; n += 1) await addWebhook(world.deps, target, { url: `${world.receiver.url}?${n}` });
  await world.store(10);
  world.startSender({ maxPumps: 2 });
  await until(() => world.receiver.received.length === 50, { what: "all events", within: 30_000 });
});

test("a webhook that fails for five days is disabled, its users get a mail, and nothing is lost (F22)", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  await world.store(10);
  world.startSender();
  await until(async () => ((await loadWebhook(world))?.failures ?? 0) >= 5, { what: "failures" });
  await until(() => isResting(world), { what: "the rest" });
  await failFor(world, 5);
  await retryNow(world);
  await until(() => world.mails.length === 1, { what: "the mail", within: 40_000 });
  expect(await loadWebhook(world)).toMatchObject({ disabled_reason: "failing" });
  const { rows } = await world.database.pool.query("SELECT type, detail FROM account_events");
  expect(rows).toMatchObject([{ type: "webhook.disabled", detail: { reason: "failing" } }]);
  world.receiver.setReply(() => ({}));
  await changeWebhook(world.deps, world.target, { enabled: true });
  // Also the event of its own end.
  await until(async () => (await succeeded(world)) === 11, { what: "all events", within: 20_000 });
});

test("a webhook that sent nothing on one of five days stays enabled after the next failures", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  await world.store(10);
  world.startSender();
  await until(async () => ((await loadWebhook(world))?.failures ?? 0) >= 5, { what: "failures" });
  await failFor(world, 4);
  await world.database.pool.query("UPDATE webhooks SET failing_since = now() - interval '6 days'");
  await until(() => isResting(world), { what: "the rest" });
  const before = (await loadWebhook(world))?.failures ?? 0;
  await retryNow(world);
  await until(async () => ((await loadWebhook(world))?.failures ?? 0) > before, {
    what: "another failure",
    within: 20_000,
  });
  await until(() => isResting(world), { what: "the end of the run", within: 20_000 });
  expect(await loadWebhook(world)).toMatchObject({ disabled_reason: null });
});

test("a webhook that is enabled with resume=now skips earlier events and pending retries", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  await world.store(2);
  const sender = world.startSender();
  await until(async () => (await deliveriesOf(world)).length === 2, { what: "failures" });
  await changeWebhook(world.deps, world.target, { enabled: false });
  await world.store(5);
  await new Promise((resolve) => setTimeout(resolve, 300));
  world.receiver.setReply(() => ({}));
  await changeWebhook(world.deps, world.target, { enabled: true, resume: "now" });
  const before = world.receiver.received.length;
  const [latest] = await world.store(1);
  await until(() => world.receiver.received.length > before, { what: "the new event", within: 15_000 });
  expect(world.receiver.received.slice(before).map(({ emailId }) => emailId)).toEqual([latest]);
  expect((await deliveriesOf(world)).filter(({ state }) => state === "pending")).toEqual([]);
  await sender.stop();
});

test("a secret that is rotated three times during retries signs them with all of its predecessors (I10, R3)", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  await world.store(1);
  world.startSender();
  await until(async () => (await deliveriesOf(world)).length === 1, { what: "a failure" });
  const secrets = [world.secret];
  for (let n = 0; n < 3; n += 1)
    secrets.push((await rotateWebhookSecret(world.deps, world.target, { overlapHours: 24 })).secret);
  world.receiver.setReply(() => ({}));
  const before = world.receiver.received.length;
  await replayEvents(world.database, world.target, {});
  await until(() => world.receiver.received.length > before, { what: "the retry", within: 15_000 });
  const last = world.receiver.received.at(-1);
  for (const secret of secrets)
    new Webhook(secret).verify(last?.body ?? "", last?.headers as Record<string, string>);
});

test("a webhook that is deleted with requests in progress gets no more of them, and leaves no work (R2)", async () => {
  const world = await openWorld({ reply: () => ({ delayMs: 400 }) });
  await world.store(60);
  const sender = world.startSender();
  await until(() => world.receiver.received.length >= 8, { what: "requests" });
  await removeWebhook(world.deps, world.target);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const after = world.receiver.received.length;
  expect(after).toBeLessThanOrEqual(24);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(world.receiver.received).toHaveLength(after);
  await sender.stop();
  const { rows } = await world.database.pool.query("SELECT FROM followers WHERE name = 'webhook'");
  expect(rows).toEqual([]);
});

test("a URL that is changed during retries gets them, and the old one no more (R2)", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  const next = await startWebhookReceiver();
  await world.store(3);
  world.startSender();
  await until(async () => (await deliveriesOf(world)).length === 3, { what: "failures" });
  await changeWebhook(world.deps, world.target, { url: next.url });
  const before = world.receiver.received.length;
  await replayEvents(world.database, world.target, {});
  await until(() => next.received.length === 3, { what: "the retries", within: 15_000 });
  expect(world.receiver.received).toHaveLength(before);
  await next.close();
});

test("an event whose email was erased is sent with its ids only, and is not tried for ever (R5)", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  const [emailId] = await world.store(1);
  world.startSender();
  await until(async () => (await deliveriesOf(world)).length === 1, { what: "a failure" });
  await world.database.pool.query("DELETE FROM recipients; DELETE FROM emails");
  world.receiver.setReply(() => ({}));
  await replayEvents(world.database, world.target, {});
  await until(async () => (await succeeded(world)) === 1, { what: "the retry", within: 15_000 });
  const last = world.receiver.received.at(-1);
  expect(JSON.parse(last?.body ?? "")).toMatchObject({ data: { email_id: emailId, erased: true } });
  new Webhook(world.secret).verify(last?.body ?? "", last?.headers as Record<string, string>);
  expect(await loadDelivery(world.deps, world.target, last?.id ?? "")).toMatchObject({
    payload_erased: true,
  });
});

test("types that are added later go to webhooks for all types only, and retired types do no harm (R1)", async () => {
  const world = await openWorld();
  const [some, resend] = [await startWebhookReceiver(), await startWebhookReceiver()];
  const by = { accountId: world.accountId, by: SYSTEM };
  const { webhook } = await addWebhook(world.deps, by, { url: some.url, types: ["email.delivered"] });
  await addWebhook(world.deps, by, { url: resend.url, format: "resend" });
  const { pool } = world.database;
  await pool.query("UPDATE webhooks SET types = '{email.retired,email.delivered}' WHERE id = $1", [
    webhook.id,
  ]);
  await pool.query(
    `INSERT INTO account_events (account_id, id, type, subject_id)
     SELECT $1, event_id(begin_events(), uuid_send(gen_random_uuid())), 'invoice.paid', $2`,
    [world.accountId, newId()],
  );
  world.startSender();
  await world.store(1);
  await until(() => world.receiver.received.length === 2, { what: "both events", within: 10_000 });
  await until(() => some.received.length + resend.received.length === 2, { what: "the known event" });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(world.receiver.received.map(({ type }) => type).sort()).toEqual(["email.delivered", "invoice.paid"]);
  for (const { received } of [some, resend])
    expect(received.map(({ type }) => type)).toEqual(["email.delivered"]);
  const changed = await changeWebhook(world.deps, { ...by, id: webhook.id }, { description: "kept" });
  expect(changed.types).toEqual(["email.retired", "email.delivered"]);
  await Promise.all([some.close(), resend.close()]);
});

test("a process whose clock is wrong by days disables no webhook, delays neither rests nor replays, and signs with the right time (R6)", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  await world.store(8);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  world.startSender();
  await until(async () => ((await loadWebhook(world))?.failures ?? 0) >= 5, { what: "failures" });
  const isResting = async () => {
    const { rows } = await world.database.pool.query(
      "SELECT FROM followers WHERE name = 'webhook' AND not_before < now() + interval '1 minute'",
    );
    return rows.length === 1;
  };
  await until(isResting, { what: "the rest" });
  expect(await loadWebhook(world)).toMatchObject({ disabled_reason: null });
  world.receiver.setReply(() => ({}));
  await replayEvents(world.database, world.target, {});
  await until(async () => (await succeeded(world)) === 8, { what: "the replay", within: 20_000 });
  vi.useRealTimers();
  // Refuses signatures whose time is more than five minutes from its own.
  for (const { body, headers } of world.receiver.received)
    new Webhook(world.secret).verify(body, headers as Record<string, string>);
});

test("each attempt is signed with its own time, so that receivers do not refuse a late one (R6)", async () => {
  const world = await openWorld({ reply: (_, n) => ({ status: n === 1 ? 500 : 200 }) });
  await world.store(1);
  world.startSender();
  await until(() => world.receiver.received.length === 2, { what: "the retry", within: 15_000 });
  const times = world.receiver.received.map(({ headers }) => Number(headers["webhook-timestamp"]));
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(3);
  for (const { body, headers } of world.receiver.received)
    new Webhook(world.secret).verify(body, headers as Record<string, string>);
});

test("a receiver that sends an email for each event gets one event for each of them (R7)", async () => {
  const world = await openWorld();
  let left = 15;
  const sends: Promise<unknown>[] = [];
  world.receiver.setReply(() => {
    if (left-- > 0) sends.push(world.store(1));
    return {};
  });
  await world.store(1);
  world.startSender();
  await until(() => world.receiver.received.length >= 16, { what: "the events", within: 30_000 });
  await Promise.all(sends);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(new Set(world.receiver.received.map(({ emailId }) => emailId)).size).toBe(16);
  expect(world.receiver.received).toHaveLength(16);
});

test("events of a time are replayed to another webhook, also those of before it existed, and counted first", async () => {
  const world = await openWorld();
  const ids = await world.store(30);
  world.startSender();
  await arrived(world, 30);
  const other = await startWebhookReceiver();
  const by = { accountId: world.accountId, by: SYSTEM };
  const { webhook } = await addWebhook(world.deps, by, { url: other.url });
  const replay = { from: new Date(Date.now() - 60_000).toISOString(), to_webhook: webhook.id };
  expect(await replayEvents(world.database, world.target, { ...replay, dry_run: true })).toBe(30);
  expect(await replayEvents(world.database, world.target, { ...replay, types: ["email.bounced"] })).toBe(0);
  expect(await replayEvents(world.database, world.target, replay)).toBe(30);
  await until(() => other.received.length >= 30, { what: "the replay", within: 15_000 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(other.received).toHaveLength(30);
  expect(new Set(other.received.map(({ emailId }) => emailId))).toEqual(new Set(ids));
  const original = new Map(world.receiver.received.map(({ id, body }) => [id, body]));
  expect(other.received.every(({ id, body }) => original.get(id) === body)).toBe(true);
  await other.close();
});

test("a replay of a time leaves out events that the webhook has not read, because it gets them anyway", async () => {
  const world = await openWorld({ reply: () => ({ delayMs: 100 }) });
  const all = { from: new Date(0).toISOString() };
  await world.store(60);
  expect(await replayEvents(world.database, world.target, all)).toBe(0);
  world.startSender();
  await arrived(world, 20);
  const replayed = await replayEvents(world.database, world.target, all);
  expect(replayed).toBeLessThan(60);
  const isDone = async () =>
    world.receiver.received.length >= 60 + replayed && (await succeeded(world)) === 60;
  await until(isDone, { what: "all events", within: 20_000 });
  expect(world.receiver.received).toHaveLength(60 + replayed);
  // A success at the first attempt is in its delivery.
  const { rows } = await world.database.pool.query(
    "SELECT FROM webhook_attempts UNION ALL SELECT FROM webhook_deliveries WHERE at IS NOT NULL",
  );
  expect(rows).toHaveLength(60 + replayed);
  expect(await replayEvents(world.database, world.target, { ...all, dry_run: true })).toBe(60);
});

test("a sample is refused on this machine as other requests are, and its request is in the log (I13)", async () => {
  const closed = await openWorld({ allowsPrivate: false });
  expect(await sendSample(closed.deps, closed.target, "email.bounced")).toMatchObject({
    succeeded: false,
    status: null,
    error: expect.stringMatching(/https/),
  });
  const world = await openWorld();
  const { event_id } = await sendSample(world.deps, world.target, "email.clicked");
  const { log, is_test } = await loadDelivery(world.deps, world.target, event_id);
  const [request] = world.receiver.received;
  expect(is_test).toBe(true);
  expect(log[0]?.request.body).toBe(request?.body);
  for (const [name, value] of Object.entries(log[0]?.request.headers ?? {}))
    expect(request?.headers[name]).toBe(value);
});

test("a header of the user is sent, and neither returned nor logged (I8)", async () => {
  const world = await openWorld({ input: { headers: { Authorization: "Bearer secret-token" } } });
  await sendSample(world.deps, world.target, "email.delivered");
  expect(world.receiver.received[0]?.headers.authorization).toBe("Bearer secret-token");
  const [{ event_id = "" } = {}] = await deliveriesOf(world);
  expect(JSON.stringify(await loadDelivery(world.deps, world.target, event_id))).not.toContain(
    "secret-token",
  );
  const stored = await world.database.pool.query("SELECT row_to_json(w)::text AS row FROM webhooks w");
  expect(stored.rows[0].row).not.toContain("secret-token");
});

test("100,000 events that wait for a failing webhook cost no rows, and other webhooks are not affected (F22)", async () => {
  const world = await openWorld({ reply: () => ({ status: 503 }) });
  const [emailId] = await world.store(1);
  await world.database.pool.query(
    `WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
     INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
     SELECT $1, $2, event_id(at, uuid_send(gen_random_uuid())), 0, 1, 'deferred', '{}', at
     FROM generate_series(1, 100000), begun`,
    [world.accountId, emailId],
  );
  const quick = await startWebhookReceiver();
  await addWebhook(world.deps, { accountId: world.accountId, by: SYSTEM }, { url: quick.url });
  world.startSender();
  await until(async () => ((await loadWebhook(world))?.failures ?? 0) >= 1, { what: "a failure" });
  await world.store(20);
  await until(() => quick.received.length === 20, { what: "the others", within: 20_000 });
  expect((await deliveriesOf(world)).length).toBeLessThan(1_000);
  const webhook = await loadWebhook(world);
  const health = await loadHealth(world.database, world.accountId, webhook ? [webhook] : []);
  expect(health.get(world.target.id)).toMatchObject({ state: "failing", success_24h: 0 });
  await quick.close();
});

test("an account has at most 50 webhooks, also when they are added at once (R8)", async () => {
  const world = await openWorld();
  const by = { accountId: world.accountId, by: SYSTEM };
  const add = (n: number) => addWebhook(world.deps, by, { url: `http://127.0.0.1:1/${n}` });
  const added = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => add(n)));
  expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(49);
  for (const result of added)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "too_many_webhooks" });
});

test("a webhook of this instance is refused: its events would cause more of them (R7)", async () => {
  const world = await openWorld();
  await expect(
    changeWebhook(world.deps, world.target, { url: "http://localhost:3000/api/v1/send" }),
  ).rejects.toMatchObject({ fields: [{ path: "url", message: "must not lead to this Posthouse" }] });
  await expect(removeWebhook(world.deps, { ...world.target, id: newId() })).rejects.toMatchObject({
    code: "webhook_not_found",
  });
});
