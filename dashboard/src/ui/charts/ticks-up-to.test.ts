import { expect, test } from "vitest";
import { ticksUpTo } from "./ticks-up-to.ts";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [309, [0, 100, 200, 300, 400]],
  [1_000_000, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]],
])("a chart up to %d has lines at %j", (most, ticks) => {
  expect(ticksUpTo(most)).toEqual(ticks);
});
