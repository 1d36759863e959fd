import { expect, test } from "vitest";
import { describeTime } from "./describe-time.ts";

/** In the time zone of the machine, as in a browser. */
const now = new Date(2026, 10, 24, 1, 0, 0);
const at = (date: number, hour: number, minute = 0) => new Date(2026, 10, date, hour, minute);

test.each([
  ["seconds ago", new Date(now.getTime() - 5_000), "just now"],
  ["by a clock that is ahead", new Date(now.getTime() + 9_000), "just now"],
  ["half a minute ahead", new Date(now.getTime() + 30_000), "in a moment"],
  ["a minute ago", at(24, 0, 59), "1 minute ago"],
  ["before midnight, but less than a day ago", at(23, 20), "5 hours ago"],
  ["one date and more than a day ago", at(23, 0, 59), "yesterday"],
  ["two dates and 26 hours ago", at(22, 23), "2 days ago"],
  ["two dates and 47 hours ago", at(22, 2), "2 days ago"],
  ["tomorrow, more than a day ahead", at(25, 2), "tomorrow"],
  ["two dates and 46 hours ahead", at(25, 23), "tomorrow"],
  ["more than a month ago", new Date(2026, 8, 1), "Sep 1, 2026"],
])("%s", (_, time, text) => {
  expect(describeTime(time, now)).toBe(text);
});
