import { expect, test } from "vitest";
import { isShortened, readDays } from "./event-retention.ts";

test.each([
  ["", null],
  ["  ", null],
  ["1", 1],
  [" 90 ", 90],
  ["3650", 3_650],
  ["0", undefined],
  ["3651", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["1e2", undefined],
  ["a week", undefined],
])("the days of %j are %j", (text, days) => {
  expect(readDays(text)).toBe(days);
});

test.each([
  [null, 30, true],
  [90, 30, true],
  [30, 30, false],
  [30, 90, false],
  [30, null, false],
  [null, null, false],
])("a change from %j to %j days removes events: %j", (from, to, removes) => {
  expect(isShortened(from, to)).toBe(removes);
});
