import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HeldSubjects } from "./held-subjects.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("subjects that failed are forgotten after a minute, also if no later event asks for them", () => {
  const held = new HeldSubjects("subject", []);
  for (let n = 0; n < 1_000; n += 1) {
    held.fail(`email ${n}`, "1");
    vi.advanceTimersByTime(1_000);
  }
  expect(held.size).toBeLessThanOrEqual(61);
  expect(held.has("email 999")).toBe(true);
  expect(held.has("email 900")).toBe(false);
});

test("a subject that fails again is held for another minute", () => {
  const held = new HeldSubjects("subject", [{ subject: "a", waiting: [], failing: { 1: 0 } }]);
  held.fail("b", "1");
  vi.advanceTimersByTime(50_000);
  held.fail("a", "1");
  vi.advanceTimersByTime(20_000);
  expect([held.has("a"), held.has("b")]).toEqual([true, false]);
});

test("an event waits for each earlier one of its subject that failed, and not for later ones", () => {
  const held = new HeldSubjects("subject", [{ subject: "a", waiting: ["4"], failing: { 1: 0, 3: 0 } }]);
  expect(["1", "2", "3", "4"].map((id) => held.isBehind("a", id))).toEqual([false, true, true, true]);
  held.settle("a", "1");
  expect(["2", "3", "4"].map((id) => held.isBehind("a", id))).toEqual([false, false, true]);
  expect(held.isBehind("b", "4")).toBe(false);
  vi.advanceTimersByTime(60_001);
  expect(held.isBehind("a", "4")).toBe(false);
});

test("with strict order, a subject is held until none of its deliveries is pending", () => {
  const held = new HeldSubjects("strict", [{ subject: "a", waiting: ["2"], failing: { 1: 90_000 } }]);
  vi.advanceTimersByTime(86_400_000);
  held.settle("a", "1");
  expect(held.has("a")).toBe(true);
  held.settle("a", "2");
  expect(held.has("a")).toBe(false);
});

test("a subject is held until a minute after the failure, also by a process that goes on later", () => {
  const held = new HeldSubjects("subject", [{ subject: "a", waiting: [], failing: { 1: 55, 2: 20 } }]);
  expect(["2", "3"].map((id) => held.waitSeconds("a", id))).toEqual([5, 40]);
  vi.advanceTimersByTime(5_001);
  expect(["2", "3"].map((id) => held.isBehind("a", id))).toEqual([false, true]);
  vi.advanceTimersByTime(35_000);
  expect(held.has("a")).toBe(false);
});

test("an event stays behind an earlier waiting event, even when the wait of that event is over", () => {
  const held = new HeldSubjects("subject", [{ subject: "a", waiting: ["2"], failing: { 1: 0 } }]);
  vi.advanceTimersByTime(200_000);
  expect([held.isBehind("a", "2"), held.has("a"), held.waitSeconds("a", "3")]).toEqual([false, true, 60]);
  held.settle("a", "2");
  expect(held.has("a")).toBe(false);
});
