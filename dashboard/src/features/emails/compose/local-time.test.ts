import { expect, test } from "vitest";
import { localTime, momentOf, utcText } from "./local-time.ts";

test("a local time and its instant convert in both directions", () => {
  const at = new Date(2026, 2, 9, 7, 5);
  expect(localTime(at)).toBe("2026-03-09T07:05");
  expect(momentOf(localTime(at))).toEqual(at);
  expect(momentOf("2026-03-09T07:05:00")).toEqual(at);
});

test.each(["", "tomorrow", "2026-03-09"])("%j is not a time", (text) => {
  expect(momentOf(text)).toBeNull();
});

test("UTC times are marked as UTC", () => {
  expect(utcText(new Date("2026-11-21T08:30:12.000Z"))).toBe("2026-11-21 08:30 UTC");
});
