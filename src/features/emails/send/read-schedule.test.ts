import { expect, test } from "vitest";
import { readSchedule } from "./read-schedule.ts";

const now = new Date("2026-03-28T12:00:00.000Z");
const read = (text: string) => readSchedule(text, now);

test.each([
  ["2026-03-28T13:00:00Z", "2026-03-28T13:00:00.000Z"],
  ["2026-03-28T13:00:00.250z", "2026-03-28T13:00:00.250Z"],
  ["2026-03-28T13:00:00+01:00", "2026-03-28T12:00:00.000Z"],
  ["2026-03-28T13:00-0530", "2026-03-28T18:30:00.000Z"],
  ["2026-03-28 13:00", "2026-03-28T13:00:00.000Z"],
  ["2026-04-01", "2026-04-01T00:00:00.000Z"],
  ["2026-03-28T11:59:30Z", "2026-03-28T11:59:30.000Z"],
  ["in 2 hours", "2026-03-28T14:00:00.000Z"],
  ["in 1 min", "2026-03-28T12:01:00.000Z"],
  ["tomorrow at 9:00", "2026-03-29T09:00:00.000Z"],
  ["tomorrow at 9am", "2026-03-29T09:00:00.000Z"],
  ["day after tomorrow at 8am", "2026-03-30T08:00:00.000Z"],
  ["the day after tomorrow at 8am", "2026-03-30T08:00:00.000Z"],
  // A time of day, or a weekday without "this" or "last", means the next one.
  ["9am", "2026-03-29T09:00:00.000Z"],
  ["Saturday at 9am", "2026-04-04T09:00:00.000Z"],
  ["this afternoon", "2026-03-28T15:00:00.000Z"],
  ["June 1 9am CET", "2026-06-01T07:00:00.000Z"],
  ["June 1 9am CEST", "2026-06-01T07:00:00.000Z"],
  ["November 2 at 1:30am ET", "2026-11-02T06:30:00.000Z"],
  // 02:30 does not exist in Berlin on the day when summer time begins, but it exists in UTC.
  ["2026-03-29T02:30:00", "2026-03-29T02:30:00.000Z"],
])("%s is understood (C23)", async (text, at) => {
  const read_ = await read(text);
  expect(read_.ok && read_.at.toISOString()).toBe(at);
});

test.each([
  ["2026-03-28T11:00:00Z", /in the past/],
  ["1970-01-01", /in the past/],
  ["9999-01-01T00:00:00Z", /more than a year/],
  ["2027-04-30T00:00:00Z", /more than a year/],
  ["2026-02-31T00:00:00Z", /not a time/],
  ["2026-12-31T23:59:60Z", /not a time/],
  ["2026-04-01T25:00:00Z", /not a time/],
  ["2026-04-01T10:00:00+99:99", /not a time/],
  ["2026-04-01T10:00:00 Mars/Olympus", /not a time/],
  ["NaN", /not a time/],
  ["", /not a time/],
  ["soon", /not a time/],
  ["last Friday at 9am", /read as 2026-03-27T09:00:00.000Z, which is in the past/],
  ["this morning", /in the past/],
  ["this morning at 8", /in the past/],
  ["today at 9am", /in the past/],
  ["this Saturday at 9am", /in the past/],
  ["previous Friday", /not a time/],
  ["yesterday at noon", /in the past/],
  ["2 hours ago", /in the past/],
  // Clocks move from 2:00 to 3:00 on 29 March in Berlin, and from 2:00 back to 1:00 on 1 November in New York.
  ["March 29 at 2:30am CET", /with an offset/],
  ["November 1 at 1:30am ET", /with an offset/],
  ["in 2 hours or so, maybe in 3 days", /not a time/],
])("%s is refused (C23)", async (text, reason) => {
  const read_ = await read(text);
  expect(read_.ok ? "" : read_.reason).toMatch(reason);
});
