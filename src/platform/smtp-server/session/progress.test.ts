import { describe, expect, test } from "vitest";
import { Progress } from "./progress.ts";

/**
 * Checks a message every 2 s, when `bytesAt(second)` bytes have arrived. Returns the second at which it is too slow, or
 * null.
 */
function cutOffAt(bytesAt: (second: number) => number, seconds = 600): number | null {
  const progress = new Progress({ windowMs: 60_000, bytesPerSecond: 1_000 });
  progress.begin(0);
  for (let second = 2; second <= seconds; second += 2)
    if (progress.isTooSlow(second * 1_000, bytesAt(second))) return second;
  return null;
}

describe("a message is cut off by its speed over the last minute", () => {
  test.each([
    ["1,500 bytes a second", (second: number) => 1_500 * second, null],
    ["100,000 bytes at the end of each minute", (second: number) => 100_000 * Math.floor(second / 60), null],
    ["nothing", () => 0, 60],
    ["900 bytes a second", (second: number) => 900 * second, 60],
    ["39 MB at once and then a byte every 20 seconds", (second: number) => 39_000_000 + second / 20, 62],
    [
      "1,500 bytes a second for five minutes and then nothing",
      (second: number) => 1_500 * Math.min(second, 300),
      322,
    ],
  ])("%s", (_, bytesAt, expected) => {
    expect(cutOffAt(bytesAt)).toBe(expected);
  });

  test("the next message starts over", () => {
    const progress = new Progress({ windowMs: 60_000, bytesPerSecond: 1_000 });
    progress.begin(0);
    progress.isTooSlow(50_000, 1);
    progress.begin(55_000);
    expect(progress.isTooSlow(70_000, 1)).toBe(false);
  });
});
