import { expect, onTestFinished, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { changeWebhook, rotateWebhookSecret } from "../change-webhooks.ts";
import { MAX_WEBHOOK_CONCURRENCY } from "../webhook.ts";
import {
  arrived,
  complain,
  deliveriesOf,
  loadWebhook,
  type Opened,
  openWorld,
} from "./webhook-world.fixture.ts";

const DELAY_MS = 400;

/** The largest number of requests that the receiver had at once, if each takes at least DELAY_MS. */
function mostAtOnce({ receiver }: Opened): number {
  const times = receiver.received.map(({ at }) => at);
  return Math.max(
    ...times.map((at) => times.filter((other) => other >= at && other < at + DELAY_MS - 20).length),
  );
}

async function failuresOf({ database }: Opened): Promise<unknown[]> {
  const { rows } = await database.pool.query("SELECT error FROM webhook_attempts WHERE status IS NULL");
  return rows;
}

const leaseOf = async ({ database }: Opened) => {
  const { rows } = await database.pool.query<{ lease: number; seconds: number }>(
    "SELECT lease, extract(epoch FROM leased_until - now())::float8 AS seconds FROM followers WHERE name = 'webhook'",
  );
  return rows[0];
};

/** A run whose renewal comes before the next look for webhooks keeps its lease, so the lease is ended until it is taken. */
const endLease = async (world: Opened) => {
  const { lease = 0 } = (await leaseOf(world)) ?? {};
  const isTaken = async () => {
    const { rowCount } = await world.database.pool.query(
      "UPDATE followers SET leased_until = now() - interval '1 s' WHERE name = 'webhook' AND lease = $1",
      [lease],
    );
    return rowCount === 0;
  };
  await until(isTaken, { what: "the webhook to be taken by the next run" });
};

const change: Record<string, (world: Opened, n: number) => Promise<unknown>> = {
  "whose secret is rotated": (world) => rotateWebhookSecret(world.deps, world.target, { overlapHours: 24 }),
  "that is changed": (world, n) => changeWebhook(world.deps, world.target, { description: String(n) }),
  "whose lease ended because the database did not respond": endLease,
};

test.each(Object.keys(change))("a webhook %s under load has one pump, which goes on", async (how) => {
  const world = await openWorld({ reply: () => ({ delayMs: DELAY_MS }), timeoutMs: 10_000 });
  const load = async () => complain(world, await world.store(30));
  await load();
  world.startSender();
  for (let n = 0; n < 3; n += 1) {
    const before = world.receiver.received.length;
    await until(() => world.receiver.received.length >= before + 8, { what: "requests" });
    const { lease = 0 } = (await leaseOf(world)) ?? {};
    await change[how]?.(world, n);
    await load();
    await until(async () => ((await leaseOf(world))?.lease ?? 0) >= lease + 1, { what: "the next run" });
  }
  // The lease of the run is extended while it works.
  await until(async () => ((await leaseOf(world))?.seconds ?? 0) > 0, { what: "a lease" });
  await world.database.pool.query(
    "UPDATE followers SET leased_until = now() + interval '9 s' WHERE name = 'webhook'",
  );
  await until(async () => ((await leaseOf(world))?.seconds ?? 0) > 12, {
    what: "the extension",
    within: 8_000,
  });
  const isDone = async () => {
    const deliveries = await deliveriesOf(world);
    return deliveries.length === 240 && deliveries.every(({ state }) => state === "succeeded");
  };
  await until(isDone, { what: "all events", within: 40_000 });
  expect(await failuresOf(world)).toEqual([]);
  expect(mostAtOnce(world)).toBeLessThanOrEqual(8);
  const firsts = new Map<string, string>();
  for (const { emailId, type } of world.receiver.received)
    if (!firsts.has(emailId)) firsts.set(emailId, type);
  expect(new Set(firsts.values())).toEqual(new Set(["email.delivered"]));
});

test("a changed concurrency has effect while events are sent", async () => {
  // Slow enough that events are left when the change takes effect.
  const reply = () => ({ delayMs: 500 });
  const world = await openWorld({ reply, input: { concurrency: 2 }, timeoutMs: 10_000 });
  await world.store(90);
  world.startSender();
  await until(() => world.receiver.received.length >= 6, { what: "requests" });
  expect(mostAtOnce(world)).toBe(2);
  await changeWebhook(world.deps, world.target, { concurrency: MAX_WEBHOOK_CONCURRENCY });
  await arrived(world, 90);
  expect(mostAtOnce(world)).toBe(MAX_WEBHOOK_CONCURRENCY);
});

test("the 410 of a webhook's former server does not disable the webhook", async () => {
  const world = await openWorld({ reply: () => ({ status: 410, delayMs: 1_500 }), timeoutMs: 10_000 });
  await world.store(1);
  world.startSender();
  await until(() => world.receiver.received.length === 1, { what: "the request" });
  world.receiver.setReply(() => ({ delayMs: 2_500 }));
  await changeWebhook(world.deps, world.target, { url: `${world.receiver.url}?repaired` });
  await until(() => world.receiver.received.length === 2, { what: "the next request" });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await loadWebhook(world)).toMatchObject({ disabled_reason: null });
});

test("a webhook that a person disables stays disabled for that reason, whatever its server responds", async () => {
  const world = await openWorld({ reply: () => ({ status: 410, delayMs: 1_000 }) });
  await world.store(1);
  world.startSender();
  await until(() => world.receiver.received.length === 1, { what: "the request" });
  await changeWebhook(world.deps, world.target, { enabled: false });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await loadWebhook(world)).toMatchObject({ disabled_reason: "user" });
  expect(world.mails).toEqual([]);
});

test("the mail about a disabled webhook is sent although the process ended right after it was disabled", async () => {
  const world = await openWorld({ reply: () => ({ status: 410 }) });
  let tries = 0;
  const notifyUsers = () => {
    tries += 1;
    return Promise.reject(new Error("the process ended"));
  };
  const first = world.startSender({ notifyUsers });
  await world.store(1);
  await until(() => tries > 0, { what: "the first try" });
  await first.stop();
  expect(await loadWebhook(world)).toMatchObject({ disabled_reason: "gone" });
  world.startSender();
  await until(() => world.mails.length > 0, { what: "the mail" });
  expect(world.mails).toHaveLength(1);
});

test("a change that waits for attempts to be stored does not lock the webhook, which they need", async () => {
  const world = await openWorld();
  const client = await world.database.pool.connect();
  onTestFinished(() => client.release());
  await client.query("BEGIN; SET LOCAL lock_timeout = '2s'");
  await client.query("SELECT FROM followers WHERE name = 'webhook' FOR UPDATE");
  const changes = [
    changeWebhook(world.deps, world.target, { description: "changed" }),
    rotateWebhookSecret(world.deps, world.target, { overlapHours: 24 }),
  ];
  const isWaiting = async () => {
    const { rows } = await world.database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length === changes.length;
  };
  await until(isWaiting, { what: "the changes to wait" });
  await client.query("UPDATE webhooks SET failures = 1");
  await client.query("COMMIT");
  await Promise.all(changes);
  expect(await loadWebhook(world)).toMatchObject({ description: "changed", failures: 1 });
});

test("the place in the feed of a webhook that wants none of its events is stored while it works", async () => {
  const input = { types: ["email.bounced"] };
  const world = await openWorld({ reply: () => ({ delayMs: 60_000 }), timeoutMs: 50_000, input });
  await world.store(1);
  // A retry is due, which the server keeps waiting.
  await world.database.pool.query(
    `INSERT INTO webhook_deliveries (account_id, webhook_id, event_id, subject, type, state, attempts, tries, due_at)
     SELECT account_id, $1, id, email_id, 'email.delivered', 'pending', 1, 1, now() FROM events`,
    [world.target.id],
  );
  world.startSender();
  await until(() => world.receiver.received.length === 1, { what: "the retry", within: 20_000 });
  await world.store(3);
  const isStored = async () => {
    const { rowCount } = await world.database.pool.query(
      "SELECT FROM followers WHERE name = 'webhook' AND cursor = (SELECT max(id::text) FROM events)::uuid",
    );
    return rowCount === 1;
  };
  await until(isStored, { what: "the cursor", within: 20_000 });
});
