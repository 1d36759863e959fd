import { expect, test } from "vitest";
import { RECIPIENT_STATES, stateAfter, statesBefore, TRANSITIONS } from "./states.ts";

test("final states never change, and every other state has a way out", () => {
  const left = new Set(Object.values(TRANSITIONS).flatMap((transitions) => Object.keys(transitions)));
  expect(RECIPIENT_STATES.filter((state) => !left.has(state))).toEqual([
    "delivered",
    "captured",
    "bounced",
    "suppressed",
    "canceled",
    "expired",
  ]);
});

test("every state but the first can be entered", () => {
  const entered = new Set<string>(
    Object.values(TRANSITIONS).flatMap((transitions) => Object.values(transitions).flat()),
  );
  expect(RECIPIENT_STATES.filter((state) => !entered.has(state))).toEqual([]);
});

test("transitions become SQL", () => {
  expect(statesBefore("cancel")).toBe("'queued', 'deferred', 'uncertain'");
  expect(stateAfter("claim", "r")).toBe("'sending'");
  expect(stateAfter("cancel", "w")).toBe(
    "CASE w.state WHEN 'queued' THEN 'canceled' WHEN 'deferred' THEN 'canceled' WHEN 'uncertain' THEN 'uncertain' END",
  );
  expect(() => stateAfter("settle", "r")).toThrow("settle leads to more than one state");
});
