import { expect, test } from "vitest";
import { formatDay, formatDuration, formatRate, formatSmallRate } from "./outcomes.ts";

test.each([
  [1, "100%"],
  [0.9999, "99.9%"],
  [0.98345, "98.3%"],
  [0, "0%"],
])("a rate of %d is written %s", (rate, text) => {
  expect(formatRate(rate)).toBe(text);
});

test.each([
  [0.00001, "0.01%"],
  [0.0031, "0.31%"],
  [0.06, "6%"],
])("a small rate of %d is written %s", (rate, text) => {
  expect(formatSmallRate(rate)).toBe(text);
});

test.each([
  [0, "0 seconds"],
  [1, "1 second"],
  [90, "1 minute"],
  [7_300, "2 hours"],
  [200_000, "2 days"],
])("%d seconds are %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test("a day is a day of the server, in any time zone of the user", () => {
  expect(formatDay("2026-11-21", "short")).toBe("Nov 21");
  expect(formatDay("2026-11-21", "long")).toBe("Saturday, November 21");
});
