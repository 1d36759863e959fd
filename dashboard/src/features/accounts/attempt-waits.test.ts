import { expect, test } from "vitest";
import { formatWaits, hoursOf, readWaits } from "./attempt-waits.ts";

test.each([
  [null, ""],
  [[60, 300, 5_400], "1, 5, 90"],
  [[30, 45], "0.5, 0.75"],
])("waits of %j seconds are written as “%s” minutes, and read back", (seconds, text) => {
  expect(formatWaits(seconds)).toBe(text);
  expect(readWaits(text)).toEqual(seconds);
});

test("text that is not a number is kept for the server's error", () => {
  expect(readWaits("1; soon 5")).toEqual([60, Number.NaN, 300]);
  expect(hoursOf(259_200)).toBe("72");
});
