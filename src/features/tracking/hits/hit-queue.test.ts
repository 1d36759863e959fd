import { expect, test } from "vitest";
import { newId } from "../../../platform/ids/index.ts";
import { clickOf } from "./hit.fixture.ts";
import { HitQueue, MAX_IN_MEMORY, type QueuedHit } from "./hit-queue.ts";

const journal = { id: newId(), recorded: () => undefined };
const recipient = { accountNumber: 1, emailId: newId() };
const at = (at: number): QueuedHit => ({ number: at, journal, hit: clickOf(recipient, { at }) });
const times = (hits: QueuedHit[]) => hits.map(({ hit }) => hit.at);

test("hits leave in the order of their times, those that were held back before later ones", () => {
  const queue = new HitQueue();
  queue.add([at(3_000), { ...at(1_000), heldUntil: 21_000 }, at(2_000)], Number.POSITIVE_INFINITY);
  expect(times(queue.next(20_000, 10))).toEqual([2_000, 3_000]);
  queue.add([at(25_000), at(24_000)], Number.POSITIVE_INFINITY);
  expect(times(queue.next(25_000, 3))).toEqual([1_000, 2_000, 3_000]);
  queue.remove(new Set(queue.next(25_000, 3)));
  expect(times(queue.next(25_000, 3))).toEqual([24_000, 25_000]);
});

test("hits wait until those of the next ten seconds are read", () => {
  const queue = new HitQueue();
  queue.add([at(1_000), at(30_000)], 10_999);
  expect(queue.next(100_000, 10)).toEqual([]);
  expect(queue.neededSince).toBe(-9_000);
  queue.add([], 11_000);
  expect(times(queue.next(100_000, 10))).toEqual([1_000]);
});

test("hits do not wait for others that do not fit in memory", () => {
  const queue = new HitQueue();
  queue.add(
    Array.from({ length: MAX_IN_MEMORY }, (_, n) => at(n % 5_000)),
    5_000,
  );
  expect(queue.next(100_000, 10)).toHaveLength(10);
});
