import { expect, onTestFinished, test, vi } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { until } from "../../../test/harness/until.ts";
import { DatabaseClock } from "./database-clock.ts";
import type { Database } from "./pool.ts";

const database = useDatabase();

/** The real time, also while a test changes the node's clock. */
const realNow = () => performance.timeOrigin + performance.now();

function setNodeClock(aheadMs: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + aheadMs });
  onTestFinished(() => void vi.useRealTimers());
}

test("it has the database's time although the node's clock is wrong, and although that clock is changed later (F13)", async () => {
  setNodeClock(600_000);
  const clock = new DatabaseClock(database);
  await clock.known();
  expect(Math.abs(clock.now() - realNow())).toBeLessThan(5_000);
  setNodeClock(-3_600_000);
  expect(Math.abs(clock.now() - realNow())).toBeLessThan(5_000);
});

test("without a database, it has the node's time, and the database's as soon as that responds", async () => {
  setNodeClock(600_000);
  let isDown = true;
  const query = (text: string) =>
    isDown ? Promise.reject(new Error("connection refused")) : database.pool.query(text);
  const clock = new DatabaseClock({ pool: { query } } as unknown as Database);
  await expect(clock.known()).rejects.toThrow("connection refused");
  expect(Math.abs(clock.now() - realNow())).toBeGreaterThan(500_000);
  isDown = false;
  await clock.known();
  await until(() => Math.abs(clock.now() - realNow()) < 5_000, { what: "the database's time" });
});
