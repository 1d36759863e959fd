import { expect, test } from "vitest";
import { RATE_KINDS, topOfRates } from "./rate-limits.ts";

const [complaints, bounces] = RATE_KINDS.map(({ limits }) => limits) as [never, never];

test.each([
  [[0, 0.0005], complaints, 0.004],
  [[], bounces, 0.14],
  [[0.02, 0.03, 0.2, 0.21], bounces, 0.24],
])("the axis of %j shows the highest limit", (rates, limits, top) => {
  expect(topOfRates(rates, limits)).toBeCloseTo(top, 10);
});

test("a single bad period does not flatten all others", () => {
  const rates = [...new Array(40).fill(0.02), 1];
  expect(topOfRates(rates, bounces)).toBeLessThan(0.2);
});
