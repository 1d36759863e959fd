import { expect, test } from "vitest";
import { createTestDatabase } from "../harness/database.ts";
import { proveFollowers } from "../prove/followers/followers-run.ts";

/** One at each statement of the first step of a process, and two in the next. */
const KILLS = 12;

test("a follower that is killed, cut off and frozen at its statements does each event exactly once (`npm run prove -- --only followers` for 1,000 kills)", async ({
  onTestFinished,
}) => {
  const seed = Math.floor(Math.random() * 1e9);
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  const report = await proveFollowers({ connectionString, kills: KILLS, stops: 1, seed });
  expect(report, `seed ${seed}`).toMatchObject({ kills: KILLS, missing: 0, repeated: 0, wrongCounts: [] });
  expect(report.cuts).toBeGreaterThanOrEqual(10);
  expect(report.effects).toBe(report.events);
  expect(report.events).toBeGreaterThan(50);
});
