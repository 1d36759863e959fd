import { expect, test } from "vitest";
import { expiresAtOf } from "./expiry.ts";

const now = new Date("2026-11-25T08:30:00.000Z");

test.each([
  ["never", "", null],
  ["never", "2027-01-01T00:00", null],
  ["7", "", "2026-12-02T08:30:00.000Z"],
  ["30", "", "2026-12-25T08:30:00.000Z"],
  ["90", "", "2027-02-23T08:30:00.000Z"],
  ["365", "", "2027-11-25T08:30:00.000Z"],
  ["date", "2027-01-02T03:04", new Date(2027, 0, 2, 3, 4).toISOString()],
  ["date", "", ""],
] as const)("expiry %s with the date %j is %j", (expiry, date, expected) => {
  expect(expiresAtOf(expiry, date, now)).toBe(expected);
});
