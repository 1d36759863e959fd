import { describe, expect, test } from "vitest";
import type { AttemptResult } from "../outcome.ts";
import { decideNext, decideUntried } from "./decide-next.ts";

const threeDays = 3 * 24 * 3600;
const result = (kind: AttemptResult["kind"]): AttemptResult => ({ kind, reason: "because" });
const middle = 0.5;
const policy = { on_uncertain: "retry", retry_seconds: null } as const;

describe("decideNext", () => {
  test.each(["delivered", "captured", "bounced"] as const)("%s is final", (kind) => {
    const decision = decideNext(result(kind), { tries: 0, secondsLeft: threeDays, random: middle, policy });
    expect(decision).toEqual({ state: kind, retrySeconds: null, result: result(kind) });
  });

  test.each([
    [1, 60],
    [2, 300],
    [3, 600],
    [7, 14_400],
    [50, 14_400],
  ])("after attempt %i a deferred recipient waits about %i s", (attempt, seconds) => {
    const wait = (random: number) =>
      decideNext(result("deferred"), { tries: attempt - 1, secondsLeft: threeDays, random, policy })
        .retrySeconds;
    expect([wait(0), wait(middle), wait(1)]).toEqual([seconds * 0.8, seconds, seconds * 1.2]);
  });

  test("the last attempt is due just before the recipient expires", () => {
    const decision = decideNext(result("deferred"), {
      tries: 8,
      secondsLeft: 9_000.5,
      random: middle,
      policy,
    });
    expect(decision).toMatchObject({ state: "deferred", retrySeconds: 8_985 });
  });

  test("a recipient expires with its last result", () => {
    const decision = decideNext(result("deferred"), { tries: 8, secondsLeft: 1, random: middle, policy });
    expect(decision).toEqual({ state: "expired", retrySeconds: null, result: result("deferred") });
  });

  test("an uncertain recipient is retried, later than a deferred one", () => {
    const decision = decideNext(result("uncertain"), {
      tries: 0,
      secondsLeft: threeDays,
      random: middle,
      policy,
    });
    expect(decision).toEqual({ state: "uncertain", retrySeconds: 900, result: result("uncertain") });
  });

  test("an uncertain recipient that expires stays uncertain", () => {
    const decision = decideNext(result("uncertain"), { tries: 0, secondsLeft: 10, random: middle, policy });
    expect(decision).toMatchObject({ state: "uncertain", retrySeconds: null });
  });
});

test.each([
  ["queued", "expired"],
  ["deferred", "expired"],
  ["uncertain", "uncertain"],
  ["sending", "uncertain"],
] as const)("a recipient that expires untried in state %s ends as %s (C23)", (previousState, state) => {
  expect(decideUntried("retry", { previousState })).toMatchObject({ state, retrySeconds: null });
});
