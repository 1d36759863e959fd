import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

function holdable() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, resolve };
}

test("runs up to the limit, queues some in order, and refuses the rest", async () => {
  const turns = new Semaphore({ atOnce: 2, waiting: 2, refuse: () => new Error("busy") });
  const gates = Array.from({ length: 4 }, holdable);
  const started: number[] = [];
  const work = gates.map((gate, n) =>
    turns.take(async () => {
      started.push(n);
      await gate.promise;
      return n;
    }),
  );
  await expect(turns.take(async () => 4)).rejects.toThrow("busy");
  expect(started).toEqual([0, 1]);
  gates[1]?.resolve();
  await work[1];
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  expect(await Promise.all(work)).toEqual([0, 1, 2, 3]);
});

test("a failed call releases its slot", async () => {
  const turns = new Semaphore({ atOnce: 1, waiting: 0, refuse: () => new Error("busy") });
  await expect(turns.take(() => Promise.reject(new Error("problem")))).rejects.toThrow("problem");
  expect(await turns.take(async () => "next")).toBe("next");
});
