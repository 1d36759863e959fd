import { expect, test } from "vitest";
import { proveDeadDestination } from "../prove/dead-destination-run.ts";

test("2,000 emails for a destination that never replies do not delay other mail (`npm run prove -- --only dead` for 100,000) (E33)", async () => {
  const { figures } = await proveDeadDestination({ waiting: 2_000, measured: 100 });
  expect(figures.reachedDead).toBeGreaterThan(0);
  // The proof measures the factor; here other tests share the machine.
  expect(figures.besideDeadP99Ms).toBeLessThan(10_000);
});
