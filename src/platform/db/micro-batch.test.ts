import { expect, test, vi } from "vitest";
import { MicroBatch } from "./micro-batch.ts";

/** Records each batch. The test decides when each write ends. */
function recording(fail: (items: string[]) => Error | null = () => null) {
  const batches: string[][] = [];
  const ends: (() => void)[] = [];
  const write = async (items: string[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => ends.push(resolve));
    const error = fail(items);
    if (error) throw error;
    return items.map((item) => item.toUpperCase());
  };
  return { batches, write, endNext: () => ends.shift()?.() };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
const retryAll = () => true;

test("items that arrive during a write share the next one, and each gets its own result", async () => {
  const { batches, write, endNext } = recording();
  const batch = new MicroBatch({ write, maxItems: 10, concurrency: 1, mayRetryAlone: retryAll });
  const first = batch.add("a");
  await nextTurn();
  const later = ["b", "c", "d"].map((item) => batch.add(item));
  await nextTurn();
  expect(batches).toEqual([["a"]]);
  endNext();
  expect(await first).toBe("A");
  await nextTurn();
  expect(batches).toEqual([["a"], ["b", "c", "d"]]);
  endNext();
  expect(await Promise.all(later)).toEqual(["B", "C", "D"]);
});

test("a batch is limited in items and in bytes; a larger item is written alone", async () => {
  const { batches, write, endNext } = recording();
  const sizeOf = (item: string) => item.length;
  const batch = new MicroBatch({
    write,
    maxItems: 3,
    maxBytes: 6,
    sizeOf,
    concurrency: 1,
    mayRetryAlone: retryAll,
  });
  const all = ["a", "b", "c", "d", "eeeee", "ffffffffff", "g"].map((item) => batch.add(item));
  for (let n = 0; n < 5; n += 1) {
    await nextTurn();
    endNext();
  }
  await Promise.all(all);
  expect(batches).toEqual([["a", "b", "c"], ["d", "eeeee"], ["ffffffffff"], ["g"]]);
});

test("an item that cannot be written fails alone; the others are written", async () => {
  const { batches, write, endNext } = recording((items) => (items.includes("bad") ? new Error("bad") : null));
  const batch = new MicroBatch({ write, maxItems: 10, concurrency: 1, mayRetryAlone: retryAll });
  const all = ["a", "bad", "c"].map((item) => batch.add(item).catch((error: Error) => error.message));
  for (let n = 0; n < 4; n += 1) {
    await nextTurn();
    endNext();
  }
  expect(await Promise.all(all)).toEqual(["A", "bad", "C"]);
  expect(batches).toEqual([["a", "bad", "c"], ["a"], ["bad"], ["c"]]);
});

test("a batch that may have been written is not retried (F7)", async () => {
  const { batches, write, endNext } = recording(() => new Error("connection lost"));
  const batch = new MicroBatch({ write, maxItems: 10, concurrency: 1, mayRetryAlone: () => false });
  const all = ["a", "b"].map((item) => batch.add(item).catch((error: Error) => error.message));
  await nextTurn();
  endNext();
  expect(await Promise.all(all)).toEqual(["connection lost", "connection lost"]);
  expect(batches).toEqual([["a", "b"]]);
});

test("under load a batch waits for more items, up to a time or a number; after a pause it is written at once", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  try {
    const { batches, write, endNext } = recording();
    const options = { write, maxItems: 10, concurrency: 2, mayRetryAlone: retryAll };
    const batch = new MicroBatch({ ...options, linger: { ms: 20, items: 3 } });
    const add = async (...items: string[]) => {
      for (const item of items) void batch.add(item);
      await nextTurn();
    };
    await add("a");
    endNext();
    await nextTurn();
    expect(batches).toEqual([["a"]]);
    await add("b");
    await add("c");
    expect(batches).toEqual([["a"]]);
    vi.advanceTimersByTime(20);
    expect(batches).toEqual([["a"], ["b", "c"]]);
    endNext();
    await nextTurn();
    await add("d");
    await add("e", "f");
    expect(batches).toEqual([["a"], ["b", "c"], ["d", "e", "f"]]);
    endNext();
    await nextTurn();
    vi.advanceTimersByTime(40);
    await add("g");
    expect(batches.at(-1)).toEqual(["g"]);
  } finally {
    vi.useRealTimers();
  }
});
