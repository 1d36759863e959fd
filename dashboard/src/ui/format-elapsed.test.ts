import { expect, test } from "vitest";
import { formatElapsed } from "./format-elapsed.ts";

test.each([
  [0, "0 ms"],
  [43, "43 ms"],
  [999.4, "999 ms"],
  [1_000, "1 s"],
  [2_417, "2.42 s"],
  [59_990, "59.99 s"],
  [59_996, "1 min"],
  [61_000, "1 min 1 s"],
  [3_599_000, "59 min 59 s"],
  [3_725_000, "1 h 2 min"],
  [7_200_000, "2 h"],
  [90_000_000, "1 d 1 h"],
])("%d ms are written %s", (ms, text) => {
  expect(formatElapsed(ms)).toBe(text);
});
