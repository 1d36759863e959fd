import { expect, test } from "vitest";
import { durationText, lagText, lossText, successText } from "./describe-health.ts";

test.each([
  [null, "–"],
  [1, "100%"],
  [0.99999, "99.9%"],
  [0.998, "99.8%"],
  [0, "0%"],
])("a success rate of %s is shown as %s", (success_24h, text) =>
  expect(successText({ success_24h })).toBe(text),
);

test.each([
  [0, "Up to date"],
  [4, "Up to date"],
  [12, "12 s"],
  [200, "3 min"],
  [18_000, "5 h"],
  [172_800, "2 d"],
])("a lag of %s s is shown as %s", (seconds, text) => expect(lagText(seconds)).toBe(text));

test.each([
  [null, "–"],
  [150, "150 ms"],
  [2_500, "2.5 s"],
])("%s ms is shown as %s", (ms, text) => expect(durationText(ms)).toBe(text));

test.each([
  [0, null, null],
  [1, "2026-11-20T00:00:00.000Z", "Up to 1 event lost"],
  [1_204, "2026-11-20T00:00:00.000Z", "Up to 1,204 events lost"],
  [1_204, "2026-10-20T00:00:00.000Z", null],
])("%s events that were lost, last at %s, are shown as %s on 25 November", (lost, lost_at, text) =>
  expect(lossText({ lost, lost_at }, Date.parse("2026-11-25T00:00:00Z"))).toBe(text),
);
