import { describe, expect, test } from "vitest";
import type { AttemptResult } from "../outcome.ts";
import { decideNext, decideUntried } from "./decide-next.ts";

const threeDays = 3 * 24 * 3600;
const result = (kind: AttemptResult["kind"]): AttemptResult => ({ kind, reason: "because" });
const middle = 0.5;
const policy = { on_uncertain: "retry", retry_seconds: null } as const;
const previousState = "queued";

describe("decideNext", () => {
  test.each(["delivered", "captured", "bounced"] as const)("%s is final", (kind) => {
    const decision = decideNext(result(kind), {
      tries: 0,
      secondsLeft: threeDays,
      random: middle,
      policy,
      previousState,
    });
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
      decideNext(result("deferred"), {
        tries: attempt - 1,
        secondsLeft: threeDays,
        random,
        policy,
        previousState,
      }).retrySeconds;
    expect([wait(0), wait(middle), wait(1)]).toEqual([seconds * 0.8, seconds, seconds * 1.2]);
  });

  test("the last attempt is due just before the recipient expires", () => {
    const decision = decideNext(result("deferred"), {
      tries: 8,
      secondsLeft: 9_000.5,
      random: middle,
      policy,
      previousState,
    });
    expect(decision).toMatchObject({ state: "deferred", retrySeconds: 8_985 });
  });

  test("a recipient expires with its last result", () => {
    const decision = decideNext(result("deferred"), {
      tries: 8,
      secondsLeft: 1,
      random: middle,
      policy,
      previousState,
    });
    expect(decision).toEqual({ state: "expired", retrySeconds: null, result: result("deferred") });
  });

  test("an uncertain recipient is retried, later than a deferred one", () => {
    const decision = decideNext(result("uncertain"), {
      tries: 0,
      secondsLeft: threeDays,
      random: middle,
      policy,
      previousState,
    });
    expect(decision).toEqual({ state: "uncertain", retrySeconds: 900, result: result("uncertain") });
  });

  test("an uncertain recipient that expires stays uncertain", () => {
    const decision = decideNext(result("uncertain"), {
      tries: 0,
      secondsLeft: 10,
      random: middle,
      policy,
      previousState,
    });
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

describe.each(["uncertain", "sending"] as const)(
  "mail that may have arrived, claimed in state %s,",
  (previousState) => {
    const remaining = { tries: 0, secondsLeft: threeDays, random: middle, policy, previousState };
    const reason = "because; an earlier attempt may have arrived";

    test("stays uncertain after a temporary refusal, with the retry of a deferred one", () => {
      const held = { ...remaining, policy: { ...policy, on_uncertain: "hold" as const } };
      for (const left of [remaining, held])
        expect(decideNext({ kind: "deferred", reason: "because." }, left)).toEqual({
          state: "uncertain",
          retrySeconds: 60,
          result: { kind: "deferred", reason },
        });
    });

    test("never expires and is never called suppressed or refused without an attempt", () => {
      const expired = decideNext(result("deferred"), { ...remaining, secondsLeft: 1 });
      const unsent = [
        result("suppressed"),
        result("bounced"),
        { ...result("bounced"), phase: "dns", suppresses: true },
        // The server lacks an extension, so nothing was sent to it.
        { ...result("bounced"), phase: "mail", host: "mx.example", enhanced: "5.6.7" },
      ].map((known) => decideNext(known, remaining));
      for (const decision of [expired, ...unsent])
        expect(decision).toMatchObject({ state: "uncertain", retrySeconds: null, result: { reason } });
    });

    test.each(["delivered", "bounced"] as const)("ends as %s when a server says so", (kind) => {
      const reply = { ...result(kind), phase: "dot", line: "reply" };
      expect(decideNext(reply, remaining)).toEqual({ state: kind, retrySeconds: null, result: reply });
    });
  },
);

test.each(["queued", "deferred"] as const)(
  "mail in state %s is suppressed or refused without an attempt",
  (state) => {
    const remaining = { tries: 0, secondsLeft: threeDays, random: middle, policy, previousState: state };
    for (const kind of ["suppressed", "bounced"] as const)
      expect(decideNext(result(kind), remaining)).toEqual({
        state: kind,
        retrySeconds: null,
        result: result(kind),
      });
  },
);
