import { expect, test } from "vitest";
import { describeChange } from "./changes.ts";

const rate = { isMoreBetter: true, isRate: true };
const count = { isMoreBetter: null, isRate: false };
const duration = { isMoreBetter: false, isRate: false };

test.each([
  [120, 100, count, { text: "+20%", tone: "neutral" }],
  [97, 100, count, { text: "−3%", tone: "neutral" }],
  [0.99, 0.97, rate, { text: "+2 pts", tone: "good" }],
  [0.97, 0.9742, rate, { text: "−0.42 pts", tone: "bad" }],
  [200, 100, duration, { text: "+100%", tone: "bad" }],
  [1_001, 1_000, count, { text: "no change", tone: "neutral" }],
  [5, 0, count, null],
  [null, 0.5, rate, null],
  [0, 0, rate, { text: "no change", tone: "neutral" }],
])("from %s to %s", (now, before, kind, change) => {
  expect(describeChange(now, before, kind)).toEqual(change);
});
