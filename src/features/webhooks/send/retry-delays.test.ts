import { expect, test } from "vitest";
import { retryDelay } from "./retry-delays.ts";

const delayOf = (tries: number, { retryAfterSeconds = null as number | null, random = 0.5 } = {}) =>
  retryDelay({ tries, retryAfterSeconds, random });

test("ten attempts are spread over 75 hours", () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tries) => delayOf(tries) as number);
  expect(delays[0]).toBe(5);
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3_600;
  expect(hours).toBeCloseTo(75.6, 1);
  expect(delayOf(10)).toBeNull();
});

test("a delay varies by a fifth", () => {
  expect(delayOf(2, { random: 0 })).toBe(240);
  expect(delayOf(2, { random: 1 })).toBeCloseTo(360);
});

test("a server may ask for a longer delay, up to a day, but not for a shorter one", () => {
  expect(delayOf(1, { retryAfterSeconds: 900 })).toBe(900);
  expect(delayOf(1, { retryAfterSeconds: 1 })).toBe(5);
  expect(delayOf(1, { retryAfterSeconds: 10_000_000 })).toBe(86_400);
});
