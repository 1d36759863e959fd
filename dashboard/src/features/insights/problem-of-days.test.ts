import { expect, test } from "vitest";
import { problemOfDays } from "./problem-of-days.ts";

test.each([
  ["2026-11-01", "2026-11-20", undefined],
  ["2026-11-20", "2026-11-20", undefined],
  ["2026-11-21", "2026-11-20", "The last day must be on or after the first day."],
  ["", "2026-11-20", "Enter the first and the last day."],
  ["2026-11-01", "0202-11-20", "Enter the first and the last day."],
  ["2026-11-01", "12026-11-20", "Enter the first and the last day."],
])("the days %j to %j have the problem %j", (from, to, problem) => {
  expect(problemOfDays({ from, to })).toBe(problem);
});
