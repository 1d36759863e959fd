import { expect, test } from "vitest";
import { HitLimit } from "./hit-limit.ts";

test("the first 20 hits of a link in a minute are counted, and again in the next minute (H13)", () => {
  let now = 0;
  const limit = new HitLimit(() => now);
  const counted = () => Array.from({ length: 30 }, () => limit.allows(1)).filter(Boolean).length;
  expect(counted()).toBe(20);
  expect(counted()).toBe(0);
  now = 60_000;
  expect(counted()).toBe(20);
});

test("all opens of a large send are counted, and a flood on one link among them is still limited (H13)", () => {
  const limit = new HitLimit(() => 0);
  let counted = 0;
  let flooded = 0;
  for (let n = 0; n < 300_000; n += 1) {
    if (limit.allows(n)) counted += 1;
    if (n % 10 === 0 && limit.allows(-1)) flooded += 1;
  }
  expect({ counted, flooded }).toEqual({ counted: 300_000, flooded: 20 });
});
