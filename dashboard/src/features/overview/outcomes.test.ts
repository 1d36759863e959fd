import { expect, test } from "vitest";
import { formatDay, formatDuration } from "./outcomes.ts";

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
