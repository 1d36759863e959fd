import { expect, test } from "vitest";
import { ShortCache } from "./short-cache.ts";

test("concurrent callers share one load; a failure is not cached", async () => {
  let loads = 0;
  let broken = true;
  const load = async (key: string) => {
    loads += 1;
    if (broken) throw new Error("away");
    return `${key}${loads}`;
  };
  const cache = new ShortCache({ load, ttlMs: 60_000, maxEntries: 10 });
  await expect(cache.get("a")).rejects.toThrow("away");
  broken = false;
  expect(await Promise.all([cache.get("a"), cache.get("a"), cache.get("b")])).toEqual(["a2", "a2", "b3"]);
});

test("a value is loaded again when it expires", async () => {
  let loads = 0;
  const cache = new ShortCache({ load: async () => ++loads, ttlMs: 0, maxEntries: 10 });
  expect([await cache.get("a"), await cache.get("a")]).toEqual([1, 2]);
});

test("the oldest entry is evicted", async () => {
  const loaded: string[] = [];
  const load = async (key: string) => void loaded.push(key);
  const cache = new ShortCache({ load, ttlMs: 60_000, maxEntries: 2 });
  for (const key of ["a", "b", "c", "b", "c", "a"]) await cache.get(key);
  expect(loaded).toEqual(["a", "b", "c", "a"]);
});
