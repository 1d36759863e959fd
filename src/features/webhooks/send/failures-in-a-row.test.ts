import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FailuresInARow } from "./failures-in-a-row.ts";

const failure = { status: 500, retryAfterSeconds: null };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first rest is the same for 5 and for 32 requests that failed together", () => {
  for (const inFlight of [5, 32]) {
    const failures = new FailuresInARow({ count: 0, forMs: 0 });
    for (let n = 0; n < inFlight; n += 1) failures.add(failure);
    expect([failures.isRestNeeded, failures.restMs]).toEqual([true, 5_000]);
  }
});

test("rests double, up to 5 minutes, also if another process goes on", () => {
  let earlier = { count: 0, forMs: 0 };
  const rests: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const failures = new FailuresInARow(earlier);
    // The first ones of a run that failed before are single requests.
    for (let added = n === 0 ? 5 : 1; added > 0; added -= 1) failures.add(failure);
    rests.push(failures.restMs);
    earlier = { count: earlier.count + 1 + 4, forMs: earlier.forMs + failures.restMs };
  }
  expect(rests).toEqual([5_000, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000]);
});

test("fewer than five failures need no rest, and a success ends the count", () => {
  const failures = new FailuresInARow({ count: 3, forMs: 60_000 });
  failures.add(failure);
  expect([failures.limitOf(8), failures.isRestNeeded, failures.restMs]).toEqual([1, false, 0]);
  failures.reset();
  for (let n = 0; n < 5; n += 1) failures.add(failure);
  expect(failures.restMs).toBe(5_000);
});

test("a pause that the server asked for is at least that long", () => {
  const failures = new FailuresInARow({ count: 0, forMs: 0 });
  failures.add({ status: 429, retryAfterSeconds: 90 });
  expect([failures.isRestNeeded, failures.restMs]).toEqual([true, 90_000]);
});
