import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../../test/harness/database.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { type Database, openDatabase } from "../../../platform/db/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import type { AttemptResult } from "../outcome.ts";
import { feedbackOf } from "./feedback.ts";
import { SharedPace } from "./shared-pace.ts";

const log = createLogger("silent", "test");
let database: Database;
let drop: () => Promise<void>;
let paces: SharedPace[] = [];

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  database = openDatabase(created.connectionString, { max: 4 });
});
afterEach(async () => {
  await Promise.all(paces.splice(0).map((pace) => pace.close()));
});
afterAll(async () => {
  await database.close();
  await drop();
});

const plan = { concurrency: 10, maxConcurrency: 20, perMinute: null, adapts: true };
const delivered: AttemptResult[] = [{ kind: "delivered", reason: "250", phase: "dot", host: "mx" }];
const busy: AttemptResult[] = [
  { kind: "deferred", reason: "421", phase: "mail", code: 421, slowDown: true, host: "mx" },
];
const refused: AttemptResult[] = [
  { kind: "deferred", reason: "nobody listens", phase: "connect", host: "mx" },
];

async function start(count: number): Promise<SharedPace[]> {
  paces = Array.from({ length: count }, () => new SharedPace({ database, log, syncMs: 100 }));
  for (const pace of paces) await pace.start();
  return paces;
}

/** How many may begin now. */
function fill(pace: SharedPace, lane: string): number {
  let begun = 0;
  while (begun < 1_000 && pace.begin(lane)) begun += 1;
  return begun;
}

test("E33 two workers together have no more under way than the lane allows, and one alone has all of it", async () => {
  const [first, second] = (await start(2)) as [SharedPace, SharedPace];
  first.meet("shared", plan);
  second.meet("shared", plan);
  await eventually(() => expect(first.room("shared") + second.room("shared")).toBe(40));
  expect(fill(first, "shared") + fill(second, "shared")).toBe(10);
  await second.close();
  await eventually(() => expect(first.room("shared")).toBe(40));
});

test("a warning that one worker gets slows the other one too", async () => {
  const [first, second] = (await start(2)) as [SharedPace, SharedPace];
  for (const pace of [first, second]) pace.meet("warned", plan);
  await eventually(() => expect(second.room("warned")).toBe(20));
  first.begin("warned");
  first.end("warned", feedbackOf(busy));
  await eventually(() => expect(first.room("warned") + second.room("warned")).toBeLessThanOrEqual(24));
});

test("a lane whose servers nobody reaches is closed for both, and tried again with one message", async () => {
  const [first, second] = (await start(2)) as [SharedPace, SharedPace];
  for (const pace of [first, second]) pace.meet("dead", plan);
  first.begin("dead");
  first.end("dead", feedbackOf(refused));
  expect(first.room("dead")).toBe(0);
  await eventually(() => expect(second.room("dead")).toBe(0));
  await database.pool.query("UPDATE lanes SET closed_until = now() WHERE name = 'dead'");
  await eventually(() => expect([first.room("dead"), second.room("dead")]).toEqual([1, 1]));
  expect(fill(first, "dead")).toBe(1);
  first.end("dead", feedbackOf(delivered));
  await eventually(() => expect(second.room("dead")).toBeGreaterThan(4));
});

test("a rate lets so many begin in a minute", async () => {
  const [pace] = (await start(1)) as [SharedPace];
  let heard = 0;
  pace.onRoom(() => {
    heard += 1;
  });
  pace.meet("slow", { ...plan, perMinute: 60 });
  expect(fill(pace, "slow")).toBe(1);
  pace.end("slow", feedbackOf(delivered));
  await eventually(() => expect(heard).toBeGreaterThan(0));
  // However late this asks: no more gather than five seconds bring.
  expect(fill(pace, "slow")).toBeLessThanOrEqual(5);
});

test("what does not adapt is not bound by others", async () => {
  const [pace] = (await start(2)) as [SharedPace];
  pace.meet("relay", { concurrency: 20, maxConcurrency: 20, perMinute: null, adapts: false });
  expect(fill(pace, "relay")).toBe(20);
  for (let n = 0; n < 20; n += 1) pace.end("relay", feedbackOf(refused));
  expect(fill(pace, "relay")).toBe(20);
});
