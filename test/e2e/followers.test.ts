import { expect, test } from "vitest";
import { createTestDatabase } from "../harness/database.ts";
import { proveFollowers } from "../prove/followers/followers-run.ts";

test("a follower that is killed, cut off and frozen at its statements does each event exactly once (`npm run prove -- --only followers` for 1,000)", async ({
  onTestFinished,
}) => {
  const seed = Math.floor(Math.random() * 1e9);
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  const report = await proveFollowers({ connectionString, kills: 24, stops: 1, seed });
  expect(report, `seed ${seed}`).toMatchObject({ missing: 0, repeated: 0, wrongCounts: [] });
  expect(report.effects).toBe(report.events);
  expect(report.events).toBeGreaterThan(50);
});
