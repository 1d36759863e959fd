import { afterEach, expect, test, vi } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import type { AttemptResult } from "../outcome.ts";
import { relayPlan } from "../relays/relay-plan.ts";
import { feedbackOf } from "./feedback.ts";
import { reportAlive } from "./queries.ts";
import { SharedThrottles } from "./shared-throttles.ts";
import type { ThrottlePlan } from "./throttle-plan.ts";

const log = createLogger("silent", "test");
const database = useDatabase();
let throttles: SharedThrottles[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(throttles.splice(0).map((throttles) => throttles.close()));
});

const plan = { concurrency: 10, maxConcurrency: 20, perMinute: null, adapts: true };
const delivered: AttemptResult[] = [{ kind: "delivered", reason: "250", phase: "dot", host: "mx" }];
const busy: AttemptResult[] = [
  { kind: "deferred", reason: "421", phase: "mail", code: 421, slowDown: true, host: "mx" },
];
const refused: AttemptResult[] = [
  { kind: "deferred", reason: "connection refused", phase: "connect", host: "mx" },
];

async function start(count: number): Promise<SharedThrottles[]> {
  throttles = Array.from({ length: count }, () => new SharedThrottles({ database, log, syncMs: 100 }));
  for (const shared of throttles) await shared.start();
  return throttles;
}

/** The number of transactions that may begin now. */
function fill(throttles: SharedThrottles, throttle: string): number {
  let begun = 0;
  while (begun < 1_000 && throttles.acquire(throttle)) begun += 1;
  return begun;
}

test("two workers together have no more transactions in progress than the throttle allows; one alone may use all (E33)", async () => {
  const [first, second] = (await start(2)) as [SharedThrottles, SharedThrottles];
  first.register("shared", plan);
  second.register("shared", plan);
  await eventually(() => expect(first.capacity("shared") + second.capacity("shared")).toBe(40));
  expect(fill(first, "shared") + fill(second, "shared")).toBe(10);
  await second.close();
  await eventually(() => expect(first.capacity("shared")).toBe(40));
});

test("a warning to one worker slows down the other", async () => {
  const [first, second] = (await start(2)) as [SharedThrottles, SharedThrottles];
  for (const throttles of [first, second]) throttles.register("warned", plan);
  await eventually(() => expect(second.capacity("warned")).toBe(20));
  first.acquire("warned");
  first.release("warned", feedbackOf(busy));
  await eventually(() =>
    expect(first.capacity("warned") + second.capacity("warned")).toBeLessThanOrEqual(24),
  );
});

test("a throttle with unreachable servers is closed for both workers, and probed with one message", async () => {
  const [first, second] = (await start(2)) as [SharedThrottles, SharedThrottles];
  for (const throttles of [first, second]) throttles.register("dead", plan);
  first.acquire("dead");
  first.release("dead", feedbackOf(refused));
  expect(first.capacity("dead")).toBe(0);
  await eventually(() => expect(second.capacity("dead")).toBe(0));
  await database.pool.query("UPDATE throttles SET closed_until = now() WHERE name = 'dead'");
  await eventually(() => expect([first.capacity("dead"), second.capacity("dead")]).toEqual([1, 1]));
  expect(fill(first, "dead")).toBe(1);
  first.release("dead", feedbackOf(delivered));
  await eventually(() => expect(second.capacity("dead")).toBeGreaterThan(4));
});

test("a rate limits the transactions that begin in a minute", async () => {
  const [throttles] = (await start(1)) as [SharedThrottles];
  let heard = 0;
  throttles.onCapacity(() => {
    heard += 1;
  });
  throttles.register("slow", { ...plan, perMinute: 60 });
  expect(fill(throttles, "slow")).toBe(1);
  throttles.release("slow", feedbackOf(delivered));
  await eventually(() => expect(heard).toBeGreaterThan(0));
  // Unused tokens collect for at most five seconds, however late this line runs.
  expect(fill(throttles, "slow")).toBeLessThanOrEqual(5);
});

test("a throttle in which a worker has no place is not forgotten while mail asks for it", async () => {
  const [throttles] = (await start(1)) as [SharedThrottles];
  throttles.register("asked", plan);
  throttles.register("unused", plan);
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, "now").mockImplementation(() => now() + 100_000);
  throttles.register("asked", plan);
  later.mockImplementation(() => now() + 200_000);
  await eventually(() => expect(throttles.capacity("unused")).toBe(Number.POSITIVE_INFINITY));
  expect(throttles.capacity("asked")).toBe(40);
});

/** How many transactions all workers together may begin. */
function places(workers: SharedThrottles[], throttle: string): number {
  const taken = workers.map((throttles) => fill(throttles, throttle));
  for (const [index, throttles] of workers.entries())
    for (let n = taken[index] ?? 0; n > 0; n -= 1) throttles.release(throttle, null);
  return taken.reduce((sum, each) => sum + each);
}

test.each([
  ["raised", 2, 50],
  ["lowered", null, 2],
])("a limit that is %s while mail flows applies to all workers", async (throttle, before, after) => {
  const four = await start(4);
  const deliver = (plan: ThrottlePlan) => {
    for (const throttles of four) {
      throttles.register(throttle, plan);
      if (throttles.acquire(throttle)) throttles.release(throttle, feedbackOf(delivered));
    }
  };
  const first = relayPlan(before);
  await eventually(async () => {
    deliver(first);
    expect(places(four, throttle)).toBe(first.concurrency);
    const { rows } = await database.pool.query("SELECT FROM throttles WHERE name = $1", [throttle]);
    expect(rows).toHaveLength(1);
  });
  await eventually(() => {
    deliver(relayPlan(after));
    expect(places(four, throttle)).toBe(after);
  });
});

test("a lowered limit applies before the first message that follows", async () => {
  const [throttles] = (await start(1)) as [SharedThrottles];
  await database.pool.query("INSERT INTO throttles (name, concurrency) VALUES ('slow relay', 20)");
  throttles.register("slow relay", relayPlan(null));
  throttles.register("slow relay", relayPlan(2));
  await eventually(() => expect(places([throttles], "slow relay")).toBe(2));
});

test("a throttle that does not adapt is not shared", async () => {
  const [throttles] = (await start(2)) as [SharedThrottles];
  throttles.register("relay", { concurrency: 20, maxConcurrency: 20, perMinute: null, adapts: false });
  expect(fill(throttles, "relay")).toBe(20);
  for (let n = 0; n < 20; n += 1) throttles.release("relay", feedbackOf(refused));
  expect(fill(throttles, "relay")).toBe(20);
});

test("a live worker is seen by others, and is not written at each report", async () => {
  const id = newId();
  const report = () => reportAlive(database, { id, node: "test" });
  const version = async () =>
    (await database.pool.query("SELECT xmin FROM workers WHERE id = $1", [id])).rows[0]?.xmin;
  expect(await report()).toContain(id);
  const first = await version();
  expect(await report()).toContain(id);
  expect(await version()).toBe(first);
  await database.pool.query("UPDATE workers SET seen_at = now() - interval '5 s' WHERE id = $1", [id]);
  const aged = await version();
  expect(await report()).toContain(id);
  expect(await version()).not.toBe(aged);
});
