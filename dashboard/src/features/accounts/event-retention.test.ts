import { expect, test } from "vitest";
import { readDays, shorterRetentions } from "./event-retention.ts";

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

test.each<[string, number | null, string, number | null]>([
  ["30", null, "30", 30],
  ["30", 90, "30", 30],
  ["30", 30, "30", null],
  ["30", 30, "90", null],
  ["30", 30, "", null],
  ["30", null, "", null],
])(
  "with %j days for contents, events kept for %j and then %j days become shorter: %j",
  (days, saved, eventDays, shorter) => {
    expect(
      shorterRetentions({ retention_days: 30, event_retention_days: saved }, { days, eventDays }),
    ).toEqual(shorter === null ? [] : [{ of: "events", days: shorter }]);
  },
);

test.each<[string, number | null]>([
  ["29", 29],
  ["1", 1],
  ["30", null],
  ["90", null],
  ["0", null],
  ["", null],
  ["a week", null],
])("contents kept for 30 and then %j days become shorter: %j", (days, shorter) => {
  expect(
    shorterRetentions({ retention_days: 30, event_retention_days: null }, { days, eventDays: "" }),
  ).toEqual(shorter === null ? [] : [{ of: "contents", days: shorter }]);
});
