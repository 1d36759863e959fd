import { expect, test } from "vitest";
import { createTestDatabase } from "../harness/database.ts";
import { proveTracking } from "../prove/tracking-run.ts";

/** Two of each process. */
const KILLS = 4;

test("clicks are stored once each while the processes that write and store them are killed (`npm run prove -- --only tracking` for 50 kills) (H4)", async ({
  onTestFinished,
}) => {
  const seed = Math.floor(Math.random() * 1e9);
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  const figures = await proveTracking({ connectionString, kills: KILLS, seed, pauseMs: 50 });
  expect(figures, `seed ${seed}`).toMatchObject({ kills: KILLS, lost: [], doubled: [] });
  expect(figures.clicks).toBeGreaterThan(100);
  // Some clients must have lost their response, otherwise the kills tested nothing.
  expect(figures.refused).toBeGreaterThan(0);
});
