import { expect, onTestFinished, test, vi } from "vitest";
import { KnownContents } from "./known-contents.ts";

const content = { accountId: "a", hash: "h", day: "2026-11-21" };

test("a content is known for its day and earlier days, only in its own account", () => {
  const known = new KnownContents();
  known.add(content);
  expect(["2026-11-20", "2026-11-21", "2026-11-22"].map((day) => known.has({ ...content, day }))).toEqual([
    true,
    true,
    false,
  ]);
  expect(known.has({ ...content, accountId: "b" })).toBe(false);
});

test("a clock that is set back does not keep a content known forever (F12)", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const known = new KnownContents();
  known.add(content);
  vi.advanceTimersByTime(24 * 60 * 60_000 - 1);
  expect(known.has({ ...content, day: "2025-01-01" })).toBe(true);
  vi.advanceTimersByTime(1);
  expect(known.has({ ...content, day: "2025-01-01" })).toBe(false);
});

test("the older half is dropped when there are too many entries", () => {
  const known = new KnownContents();
  for (let n = 0; n <= 20_000; n += 1) known.add({ ...content, hash: String(n) });
  expect([9_999, 10_000, 20_000].map((n) => known.has({ ...content, hash: String(n) }))).toEqual([
    false,
    true,
    true,
  ]);
});
