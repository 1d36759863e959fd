import { expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import type { Reply } from "../../../../test/harness/webhook-receiver.ts";
import { newId } from "../../../platform/ids/index.ts";
import { changeWebhook } from "../change-webhooks.ts";
import { loadDueDeliveries } from "./due-deliveries.ts";
import {
  arrived,
  complain,
  deliveriesOf,
  loadWebhook,
  type Opened,
  openWorld,
  passTime,
} from "./webhook-world.fixture.ts";

/** A webhook that fails for longer is disabled. */
const DISABLED_AFTER_HOURS = 120;

const statesOf = async (world: Opened) =>
  (await deliveriesOf(world)).filter(({ type }) => type.startsWith("email.")).map(({ state }) => state);

const isWorking = async (world: Opened) => {
  const { rowCount } = await world.database.pool.query(
    "SELECT FROM followers WHERE name = 'webhook' AND active AND (not_before IS NULL OR not_before <= now())",
  );
  return rowCount === 1;
};

/** Makes retries due, but does not end rests. In one transaction, the two could wait for the sender's, which waits for them. */
async function makeDue({ database }: Opened): Promise<void> {
  await database.pool.query("UPDATE webhook_deliveries SET due_at = now() WHERE due_at IS NOT NULL");
  await database.pool.query("UPDATE followers SET wake_at = now()");
}

/** Each step has one request, because the rest before it is over. */
async function beDown(
  world: Opened,
  { hours, stepHours }: { hours: number; stepHours: number },
): Promise<void> {
  for (let passed = 0; passed < hours; passed += stepHours) {
    const before = world.receiver.received.length;
    await makeDue(world);
    await passTime(world, stepHours);
    await until(() => world.receiver.received.length > before, {
      what: `a probe after ${passed} h`,
      within: 10_000,
    });
    await until(async () => !(await isWorking(world)), { what: "the rest", within: 10_000 });
    expect(world.receiver.received.length, `requests after ${passed} h`).toBe(before + 1);
  }
}

const attemptCount = async ({ database }: Opened) => {
  const { rows } = await database.pool.query<{ count: number }>(
    "SELECT count(*)::integer AS count FROM webhook_attempts",
  );
  return rows[0]?.count;
};

/** It fails in two ways, and sometimes hangs. */
const down = (_: unknown, n: number): Reply =>
  n % 12 === 0 ? { delayMs: 4_000 } : { status: n % 2 === 0 ? 502 : 500 };

test.each([
  ["90 hours loses no event, and they are sent in order once the server is back", 90, 4],
  ["six days loses no event, and they are sent in order once the webhook is enabled", 144, 5],
])(
  "an outage of %s (F22)",
  async (_title, hours, stepHours) => {
    const world = await openWorld({ reply: down });
    const emails = await world.store(2);
    world.startSender();
    const isResting = async () => {
      await makeDue(world);
      return !(await isWorking(world));
    };
    await until(isResting, { what: "the first rest", within: 60_000 });
    // A later event of an email that fails.
    await complain(world, emails.slice(0, 1));
    const failing = Math.min(hours, DISABLED_AFTER_HOURS);
    await beDown(world, { hours: failing, stepHours });
    expect(new Set(await statesOf(world))).toEqual(new Set(["pending"]));
    expect(await attemptCount(world)).toBe(world.receiver.received.length);
    expect((await loadWebhook(world))?.disabled_reason).toBe(hours > failing ? "failing" : null);
    await passTime(world, hours - failing);

    const accepted = world.receiver.received.length;
    world.receiver.setReply(() => ({}));
    if (hours > failing) await changeWebhook(world.deps, world.target, { enabled: true });
    else {
      // The webhook is tested with a new event.
      await world.store(1);
      await passTime(world, 1);
    }
    const count = hours > failing ? 3 : 4;
    await until(
      async () => (await statesOf(world)).filter((state) => state === "succeeded").length === count,
      {
        what: "all events",
        within: 30_000,
      },
    );
    const sent = world.receiver.received.slice(accepted).filter(({ emailId }) => emailId !== "");
    expect(sent).toHaveLength(count);
    for (const ofEmail of Map.groupBy(sent, ({ emailId }) => emailId).values())
      expect(ofEmail.map(({ id }) => id)).toEqual(ofEmail.map(({ id }) => id).toSorted());
  },
  300_000,
);

test("an event that the server refuses while it accepts others fails for good at its tenth attempt", async () => {
  const world = await openWorld();
  const [poison = ""] = await world.store(1);
  world.receiver.setReply(({ emailId }): Reply => (emailId === poison ? { status: 500 } : {}));
  world.startSender();
  const attempts = () => world.receiver.received.filter(({ emailId }) => emailId === poison).length;
  for (let n = 1; n <= 10; n += 1) {
    await until(() => attempts() === n, { what: `attempt ${n}`, within: 10_000 });
    const [other] = await world.store(1);
    await until(() => world.receiver.received.some(({ emailId }) => emailId === other), { what: "another" });
    await until(async () => (await statesOf(world)).length === n + 1, { what: "its record" });
    // Longer than the longest delay.
    await passTime(world, 30);
  }
  const isFailed = async () => (await statesOf(world)).includes("failed");
  await until(isFailed, { what: "the end of the retries" });
  expect(attempts()).toBe(10);
}, 60_000);

test("the only event of a webhook fails for good at its tenth attempt, although it also tests the webhook", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  await world.store(1);
  world.startSender();
  const isResting = async () => {
    await makeDue(world);
    return !(await isWorking(world));
  };
  await until(isResting, { what: "the first rest", within: 20_000 });
  expect(world.receiver.received).toHaveLength(5);
  await beDown(world, { hours: 60, stepHours: 15 });
  expect(await statesOf(world)).toEqual(["pending"]);
  await beDown(world, { hours: 15, stepHours: 15 });
  expect(await statesOf(world)).toEqual(["failed"]);
  expect((await loadWebhook(world))?.disabled_reason).toBe(null);
}, 60_000);

test.each([
  ["no try if the webhook is down and another event has failed since then", true, 1, 1, true],
  ["a try if the other event failed before the webhook last worked", true, 1, 3, false],
  ["a try if the other event waits for its first attempt", true, 0, 1, false],
  ["a try if the webhook is not down", false, 1, 1, false],
])("a failed retry uses up %s", async (_title, isDown, tries, hours, keepsTries) => {
  const { database, target } = await openWorld();
  const { accountId, id: webhookId } = target;
  await database.pool.query("UPDATE webhooks SET failures = 5, failing_since = now() - interval '2 hours'");
  await database.pool.query(
    `INSERT INTO webhook_deliveries (account_id, webhook_id, event_id, subject, type, state, attempts, tries, due_at, updated_at)
       SELECT $1, $2, event, gen_random_uuid(), 'email.delivered', 'pending', tries, tries, due_at, now() - make_interval(hours => hours)
       FROM (VALUES ($3::uuid, 5, now(), 0), ($4, $5::integer, now() + interval '1 day', $6::integer)) AS d (event, tries, due_at, hours)`,
    [accountId, webhookId, newId(), newId(), tries, hours],
  );
  const due = await loadDueDeliveries(database, {
    accountId,
    webhookId,
    ordering: "subject",
    limit: 10,
    isDown,
  });
  expect(due).toMatchObject([{ delivery: { attempts: 5, tries: 5, keepsTries } }]);
});

test("a webhook that refuses several events and accepts the others goes on, and is tested with new events", async () => {
  const world = await openWorld();
  const refused = new Set(await world.store(8));
  world.receiver.setReply(({ emailId }): Reply => (refused.has(emailId) ? { status: 500 } : {}));
  world.startSender();
  await until(async () => ((await loadWebhook(world))?.failures ?? 0) >= 8, { what: "failures" });
  await until(async () => !(await isWorking(world)), { what: "the rest" });
  const [next] = await world.store(1);
  // All are due, and have waited for longer than the new one.
  await passTime(world, 1);
  await until(() => world.receiver.received.length > 8, { what: "the probe", within: 10_000 });
  expect(world.receiver.received[8]?.emailId).toBe(next);
  await arrived(world, 9);
});

test.each([
  ["in the feed", "email.delivered"],
  ["due for longer", "email.complained"],
])(
  "a later event of an email that is %s waits for an earlier one that is due after an outage (I11)",
  async (_place, failing) => {
    const world = await openWorld({ reply: () => ({ status: 500 }) });
    const emails = await world.store(1);
    const sender = world.startSender();
    if (failing === "email.complained") await complain(world, emails);
    await until(async () => (await deliveriesOf(world)).at(0)?.type === failing, { what: "failures" });
    await sender.stop();
    if (failing !== "email.complained") await complain(world, emails);
    const { pool } = world.database;
    // The feed of a webhook that is down is its first choice.
    if (failing === "email.delivered")
      await pool.query("UPDATE webhooks SET failures = 5, failing_since = now()");
    await passTime(world, 1);
    await pool.query(
      `UPDATE webhook_deliveries SET tries = 1, due_at = now() - CASE type WHEN 'email.complained' THEN interval '2 min' ELSE interval '1 min' END`,
    );
    const before = world.receiver.received.length;
    world.receiver.setReply(() => ({}));
    world.startSender();
    await arrived(world, 2);
    const sent = world.receiver.received.slice(before).map(({ type }) => type);
    expect(sent).toEqual(["email.delivered", "email.complained"]);
  },
);

test("later events of emails whose first events are refused are sent, although nothing else tests the webhook", async () => {
  const world = await openWorld({
    reply: ({ type }): Reply => (type === "email.delivered" ? { status: 500 } : {}),
  });
  const emails = await world.store(6);
  await complain(world, emails);
  world.startSender();
  await until(async () => !(await isWorking(world)), { what: "the rest", within: 20_000 });
  const complaints = async () => {
    await passTime(world, 1);
    return world.receiver.received.filter(({ type }) => type === "email.complained").length >= 6;
  };
  await until(complaints, { what: "the complaints", within: 30_000 });
}, 60_000);

test("a webhook that is enabled sends its pending retries at once, and with all their tries", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  await world.store(1);
  world.startSender();
  await until(async () => (await deliveriesOf(world)).length === 1, { what: "a failure" });
  await changeWebhook(world.deps, world.target, { enabled: false });
  const { pool } = world.database;
  await pool.query("UPDATE webhook_deliveries SET tries = 9, due_at = now() + interval '1 day'");
  await pool.query(
    "UPDATE followers SET wake_at = now() + interval '1 day', cursor = end_of_settled_events()",
  );
  const before = world.receiver.received.length;
  await changeWebhook(world.deps, world.target, { enabled: true });
  await until(() => world.receiver.received.length > before, { what: "the retry", within: 10_000 });
  const tries = async () =>
    (await pool.query<{ tries: number }>("SELECT tries FROM webhook_deliveries")).rows[0]?.tries;
  await until(async () => (await tries()) === 1, { what: "its record" });
  expect(await statesOf(world)).toEqual(["pending"]);
});

test("enabling a webhook that is enabled keeps its failures and the delays of its retries", async () => {
  const world = await openWorld();
  const { pool } = world.database;
  await pool.query("UPDATE webhooks SET failures = 7, failing_since = now() - interval '4 days'");
  const before = await loadWebhook(world);
  expect(await changeWebhook(world.deps, world.target, { enabled: true })).toEqual(before);
});
