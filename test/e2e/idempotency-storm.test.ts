import { expect, test } from "vitest";
import { isFaultless, proveStorm } from "../prove/storm-run.ts";

test("20 keys × 20 clients on two nodes that are each killed: every key sends exactly once (`npm run prove -- --only storm` for 1,000 × 50) (C21, C28, F1)", async () => {
  const options = { keys: 20, callers: 20, wave: 10, killEvery: 1, seed: Math.floor(Math.random() * 1e9) };
  const { ok, figures } = await proveStorm(options);
  expect(figures).toMatchObject({ keptKeys: 20, kills: 2, wrongCounts: [], differing: [], faults: [] });
  expect(figures.statuses[200]).toBe(400);
  // Some clients must have lost their response, otherwise the storm tested nothing.
  expect(figures.statuses[0]).toBeGreaterThan(0);
  expect([ok, isFaultless({ ...figures, keptKeys: 19 }, options)]).toEqual([true, false]);
});
