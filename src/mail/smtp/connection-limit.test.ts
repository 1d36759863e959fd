import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectionLimit } from "./connection-limit.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("without a refusal, only the maximum limits connections", () => {
  const limit = new ConnectionLimit(200);
  expect([limit.allows(199), limit.allows(200)]).toEqual([true, false]);
});

test("after a refusal, the connections that were open are the limit, and one more is tried after a second", () => {
  const limit = new ConnectionLimit(200);
  expect(limit.refused(50)).toBe(1_000);
  expect([limit.allows(49), limit.allows(50)]).toEqual([true, false]);
  vi.advanceTimersByTime(1_000);
  expect([limit.allows(50), limit.allows(51)]).toEqual([true, false]);
});

test("further refusals double the time, up to a minute", () => {
  const limit = new ConnectionLimit(200);
  const waits = Array.from({ length: 8 }, () => {
    const waitMs = limit.refused(50);
    vi.advanceTimersByTime(waitMs);
    return waitMs;
  });
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test("connections that are refused together count once, and the fewest that were open are the limit", () => {
  const limit = new ConnectionLimit(200);
  for (const standing of [149, 120, 80, 50]) limit.refused(standing);
  expect([limit.allows(49), limit.allows(50)]).toEqual([true, false]);
  vi.advanceTimersByTime(1_000);
  expect(limit.allows(50)).toBe(true);
});

test("the limit grows with each trial that succeeds", () => {
  const limit = new ConnectionLimit(200);
  limit.refused(50);
  vi.advanceTimersByTime(1_000);
  limit.opened(51);
  expect([limit.allows(51), limit.allows(52)]).toEqual([true, false]);
  expect(limit.refused(51)).toBe(1_000);
});

test("a refusal of the only connection leaves one to be tried", () => {
  const limit = new ConnectionLimit(20);
  limit.refused(0);
  expect(limit.allows(0)).toBe(true);
});
