import { expect, test } from "vitest";
import { latencyScale, runsOf } from "./latency-scale.ts";

test("the axis has round ticks around the values, and equal factors have equal distances", () => {
  const { ticks, placeOf } = latencyScale([120, 5_000]);
  expect(ticks.map(({ label }) => label)).toEqual(["100 ms", "1 s", "10 s"]);
  expect(ticks.map(({ at }) => Math.round(at * 100))).toEqual([0, 50, 100]);
  expect(placeOf(1_000) - placeOf(100)).toBeCloseTo(placeOf(10_000) - placeOf(1_000), 10);
});

test("values outside of all ticks are drawn at the edge", () => {
  const { placeOf } = latencyScale([1, 10_000_000_000]);
  expect([placeOf(0), placeOf(10_000_000_000)]).toEqual([0, 1]);
});

test("a single value has an axis, too", () => {
  expect(latencyScale([1_000]).ticks.map(({ label }) => label)).toEqual(["1 s", "10 s"]);
});

test("periods without deliveries are gaps", () => {
  expect(runsOf([null, 1, 2, null, undefined, 3])).toEqual([[1, 2], [5]]);
  expect(runsOf([null])).toEqual([]);
});
