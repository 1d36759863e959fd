import { expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { WebhookEvent } from "../webhook-event.ts";
import type { AttemptOutcome } from "./attempt.ts";
import { PAGE } from "./feed-pages.ts";
import { type PumpOptions, WebhookPump } from "./webhook-pump.ts";

/** A webhook that has never failed and wants every event, with nothing to retry. */
const DEFAULTS = {
  cursor: "",
  failures: { count: 0, forMs: 0 },
  wants: () => true,
  canSend: () => true,
  ordering: "subject",
  concurrency: 8,
  known: new Set<string>(),
  held: [],
  loadDue: async () => [],
} satisfies Partial<PumpOptions>;

const newEvent = () => ({ id: newId(), subject: newId() }) as WebhookEvent;

/** Reads pages of events, and then no more. */
const feedOf =
  (events: readonly WebhookEvent[]): PumpOptions["read"] =>
  async (afterId) => {
    const start = events.findIndex(({ id }) => id === afterId) + 1;
    const page = events.slice(start, start + PAGE);
    return { events: page, nextAt: page.length < PAGE ? Number.POSITIVE_INFINITY : 0 };
  };

test("more events are read and sent while attempts are being recorded, up to the limit in memory", async () => {
  const events = Array.from({ length: 6 * PAGE }, newEvent);
  let attempts = 0;
  const recording = Promise.withResolvers<void>();
  const pump = new WebhookPump({
    ...DEFAULTS,
    read: feedOf(events),
    maxOutstanding: () => 4 * PAGE,
    attempt: async () => {
      attempts += 1;
      return { result: "succeeded" } as AttemptOutcome;
    },
    record: async () => {
      await recording.promise;
      return true;
    },
  });
  const pumped = pump.run();
  await until(() => attempts === 4 * PAGE, { what: "four pages", within: 5_000 });
  recording.resolve();
  expect(await pumped).toEqual({ cursor: events.at(-1)?.id, restMs: 0, isGone: false });
  expect(attempts).toBe(6 * PAGE);
});

test("a retry that is due is sent while a backlog of the feed keeps all requests busy", async () => {
  const events = Array.from({ length: 30 * PAGE }, newEvent);
  const retry = newEvent();
  const attempted: string[] = [];
  let queries = 0;
  const pump = new WebhookPump({
    ...DEFAULTS,
    read: feedOf(events),
    maxOutstanding: () => 2 * PAGE,
    loadDue: async () => {
      queries += 1;
      return queries === 2 ? [{ delivery: { attempts: 1, tries: 1, keepsTries: false }, event: retry }] : [];
    },
    attempt: async ({ id }) => {
      attempted.push(id);
      await new Promise((resolve) => setTimeout(resolve, 1));
      return { result: "succeeded" } as AttemptOutcome;
    },
    record: async () => true,
  });
  await pump.run();
  expect(attempted).toHaveLength(30 * PAGE + 1);
  expect(attempted.indexOf(retry.id)).toBeLessThan(20 * PAGE);
});

test("after a failed read, no request begins, and the run ends when those in flight are recorded", async () => {
  const events = Array.from({ length: PAGE }, newEvent);
  const response = Promise.withResolvers<void>();
  let attempts = 0;
  let recorded = 0;
  const pump = new WebhookPump({
    ...DEFAULTS,
    read: async (afterId) => {
      if (afterId === "") return { events, nextAt: 0 };
      throw new Error("the database is away");
    },
    maxOutstanding: () => 4 * PAGE,
    attempt: async () => {
      attempts += 1;
      await response.promise;
      return { result: "succeeded" } as AttemptOutcome;
    },
    record: async () => {
      recorded += 1;
      return true;
    },
  });
  const failed = pump.run().catch(({ message }: Error) => ({ message, recorded }));
  await until(() => attempts === 8, { what: "requests in flight", within: 5_000 });
  response.resolve();
  expect(await failed).toEqual({ message: "the database is away", recorded: 8 });
  expect(attempts).toBe(8);
});

test.each([1, 2, 8, 32])(
  "a webhook with a concurrency of %i has this many requests in flight, and one while it fails",
  async (concurrency) => {
    const events = Array.from({ length: 2 * PAGE }, newEvent);
    const failing = 3;
    /** The requests in flight when each one began, itself included. */
    const counts: number[] = [];
    let inFlight = 0;
    const pump = new WebhookPump({
      ...DEFAULTS,
      failures: { count: 1, forMs: 0 },
      read: feedOf(events),
      maxOutstanding: () => 2 * PAGE,
      concurrency,
      attempt: async () => {
        inFlight += 1;
        counts.push(inFlight);
        const result = counts.length <= failing ? "failed" : "succeeded";
        await new Promise((resolve) => setTimeout(resolve, 1));
        inFlight -= 1;
        return { result } as AttemptOutcome;
      },
      record: async () => true,
    });
    await pump.run();
    expect(counts).toHaveLength(2 * PAGE);
    // The first success ends the failures.
    expect(counts.slice(0, failing + 1)).toEqual([1, 1, 1, 1]);
    expect(Math.max(...counts)).toBe(concurrency);
  },
);

test("a delivery that finished is recorded after the events that began to wait for it, so that it makes them due", async () => {
  const subject = newId();
  const [first, second] = [newId(), newId()].map((id) => ({ id, subject }) as WebhookEvent);
  const attempt = Promise.withResolvers<AttemptOutcome>();
  const storing = Promise.withResolvers<boolean>();
  const records: string[] = [];
  let isLoaded = false;
  const pump = new WebhookPump({
    ...DEFAULTS,
    read: async (afterId) => ({
      events: afterId === "" && second ? [second] : [],
      nextAt: Number.POSITIVE_INFINITY,
    }),
    maxOutstanding: () => PAGE,
    held: [{ subject, waiting: [], failing: { [first?.id ?? ""]: 0 } }],
    loadDue: async () => {
      if (isLoaded || !first) return [];
      isLoaded = true;
      return [{ delivery: { attempts: 1, tries: 1, keepsTries: false }, event: first }];
    },
    attempt: async () => await attempt.promise,
    record: async ({ event, state }) => {
      records.push(`${event.id === first?.id ? "first" : "second"} ${state}`);
      return event.id === first?.id ? true : await storing.promise;
    },
  });
  const pumped = pump.run();
  await until(() => records.length === 1, { what: "the event that waits" });
  attempt.resolve({ result: "succeeded" } as AttemptOutcome);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(records).toEqual(["second pending"]);
  storing.resolve(true);
  await pumped;
  expect(records).toEqual(["second pending", "first succeeded"]);
});

test("a retry tests a webhook that is down although each query of the feed takes longer than the interval between them", async () => {
  const retry = newEvent();
  const attempted: string[] = [];
  let queries = 0;
  const pump = new WebhookPump({
    ...DEFAULTS,
    failures: { count: 5, forMs: 0 },
    read: async () => {
      queries += 1;
      if (queries === 10) pump.stop();
      // The time of the next query has come when this one ends.
      return { events: [], nextAt: performance.now() };
    },
    maxOutstanding: () => PAGE,
    loadDue: async () => [{ delivery: { attempts: 5, tries: 5, keepsTries: true }, event: retry }],
    attempt: async ({ id }) => {
      attempted.push(id);
      return { result: "succeeded" } as AttemptOutcome;
    },
    record: async () => true,
  });
  await pump.run();
  expect(attempted).toEqual([retry.id]);
});
