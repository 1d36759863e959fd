import { expect, test } from "vitest";
import { describePause } from "./describe-pause.ts";

const pause = {
  account_id: "a",
  target: "all" as const,
  name: "",
  kind: "pause" as const,
  reason: null,
  by_operator: false,
  by: null,
  ends_at: null,
  created_at: "2026-11-21T00:00:00.000Z",
};

test.each([
  [pause, "Paused: all mail"],
  [{ ...pause, account_id: null, by_operator: true }, "Paused: all mail of all accounts"],
  [
    { ...pause, kind: "hold" as const, target: "domain" as const, name: "one.example" },
    "Held: mail to one.example",
  ],
])("a pause is described in words (%#)", (described, words) => {
  expect(describePause(described)).toBe(words);
});
