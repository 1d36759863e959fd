import { afterEach, expect, test, vi } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import type { Dispatch, Hop } from "../route/hop.ts";
import { SharedThrottles } from "../throttles/shared-throttles.ts";
import { MAX_CLAIM, Scheduler } from "./scheduler.ts";

const log = createLogger("silent", "test");
const database = useDatabase();
const stops: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const stop of stops.splice(0).reverse()) await stop();
});

const plan = { concurrency: 1, maxConcurrency: 1, perMinute: null, adapts: true };

const dispatchTo = (throttle: string, more: Partial<Hop> = {}) =>
  ({
    hop: { throttle, plan, ...more },
    from: "",
    email: { accountId: "a", contents: {}, email: { stream: null, size_bytes: 1 } },
    recipients: [{ domain: "one.example" }, { domain: "one.example" }],
  }) as unknown as Dispatch;

type Started = Awaited<ReturnType<typeof start>>;

/** A scheduler with one slot. */
async function start() {
  const throttles = new SharedThrottles({ database, log, syncMs: 100 });
  await throttles.start();
  stops.push(() => throttles.close());
  const routes = { maxInFlight: 512, maxTransactions: 1, perDomain: Number.POSITIVE_INFINITY };
  const scheduler = new Scheduler({ routes, throttles, onCapacity: () => undefined });
  stops.push(() => scheduler.stop());
  return { throttles, scheduler };
}

test("mail that waited for a slot for minutes begins when a slot is free", async () => {
  const { throttles, scheduler } = await start();
  const first = await scheduler.enqueue(dispatchTo("first"));
  const second = scheduler.enqueue(dispatchTo("second"));
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + 3_600_000);
  // The throttle is forgotten: it limits nothing any more.
  await eventually(() => expect(throttles.capacity("second")).toBe(Number.POSITIVE_INFINITY));
  first?.end(null);
  expect(await second).not.toBeNull();
});

test("mail that waits for a rate limit takes no slot and no place in its throttle", async () => {
  const { throttles, scheduler } = await start();
  const taken: number[] = [];
  let waitMs = 3_600_000;
  const rate = { waitMs: () => waitMs, take: (recipients: number) => void taken.push(recipients) };
  const limited = dispatchTo("limited", { rate });
  const waiting = scheduler.enqueue(limited);
  expect(scheduler.isWaiting(limited)).toBe(true);
  expect(throttles.acquire("limited")).toBe(true);
  throttles.release("limited", null);
  const other = await scheduler.enqueue(dispatchTo("other"));
  other?.end(null);
  expect(taken).toEqual([]);
  waitMs = 0;
  expect(await waiting).not.toBeNull();
  expect(taken).toEqual([2]);
});

test("mail that waited while its relay was edited leaves the throttle its new limits", async () => {
  const { throttles, scheduler } = await start();
  const first = await scheduler.enqueue(dispatchTo("edited"));
  const waiting = scheduler.enqueue(dispatchTo("edited"));
  void scheduler.enqueue(dispatchTo("edited", { plan: { ...plan, concurrency: 3, maxConcurrency: 3 } }));
  first?.end(null);
  expect(await waiting).not.toBeNull();
  await eventually(() => expect(throttles.capacity("edited")).toBe(12));
});

test("a worker without a place in the throttle of all mail claims nothing, and then one recipient as a probe (E33)", async () => {
  const both = [await start(), await start()];
  const capacities = () => both.map(({ throttles }) => throttles.capacity("only"));
  for (const { throttles } of both) throttles.register("only", plan);
  await eventually(() => expect(capacities().toSorted()).toEqual([0, 1]));
  const [full, busy] = (capacities()[0] === 0 ? both : both.toReversed()) as [Started, Started];
  expect(await full.scheduler.enqueue(dispatchTo("only"))).toBeNull();
  expect(full.scheduler.claimLimit()).toBeNull();
  await eventually(() => expect(full.scheduler.claimLimit()).toBe(1));
  expect(await full.scheduler.enqueue(dispatchTo("only"))).toBeNull();
  expect(full.scheduler.claimLimit()).toBeNull();
  await busy.throttles.close();
  await eventually(() => expect([capacities(), full.scheduler.claimLimit()]).toEqual([[1, 1], 1]));
  expect(await full.scheduler.enqueue(dispatchTo("only"))).not.toBeNull();
  expect(full.scheduler.claimLimit()).toBe(MAX_CLAIM);
});
