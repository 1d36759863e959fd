import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { nothingPaused, type Pauses } from "../../recipients/index.ts";
import { KnownPauses } from "./known-pauses.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("without the database, the last known pauses apply to mail that was claimed, and claims fail", async () => {
  let load = async (): Promise<Pauses> => ({ ...(await nothingPaused()), domains: ["one.example"] });
  const pauses = new KnownPauses(() => load());
  await pauses.load();
  load = () => Promise.reject(new Error("no database"));
  vi.advanceTimersByTime(60_000);
  const isPaused = await pauses.ofAccount("a");
  expect(["one.example", "two.example"].map((domain) => isPaused?.(domain))).toEqual([true, false]);
  await expect(pauses.load()).rejects.toThrow("no database");
});

test("claims keep the pauses fresh, so that mail that gets its turn reads them without a query", async () => {
  let loaded = 0;
  const pauses = new KnownPauses(async () => {
    loaded += 1;
    return await nothingPaused();
  });
  await pauses.load();
  expect(await pauses.ofAccount("a")).toBeNull();
  expect(loaded).toBe(1);
});
