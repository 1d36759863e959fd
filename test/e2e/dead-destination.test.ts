import { expect, test } from "vitest";
import { proveDeadDestination } from "../prove/dead-destination-run.ts";

test("E33 5,000 mails for a destination that never says a word hold up nobody else's (`npm run prove -- --only dead` for 100,000)", async () => {
  const { figures } = await proveDeadDestination({ waiting: 5_000, measured: 200 });
  expect(figures.reachedDead).toBeGreaterThan(0);
  // How much slower is for the proof to measure: here the machine does other things too.
  expect(figures.besideDeadP99Ms).toBeLessThan(10_000);
});
