import { describe, expect, test } from "vitest";
import { adaptThrottle, shareOf, type ThrottleReport, type ThrottleState } from "./throttle-state.ts";

const state: ThrottleState = { concurrency: 10, perMinute: null, closedForMs: 0, reason: null, failures: 0 };
const plan = { concurrency: 10, maxConcurrency: 20, perMinute: null };
const relay = { concurrency: 10, maxConcurrency: 200, perMinute: null, growsFast: true } as const;
const report = (changed: Partial<ThrottleReport>): ThrottleReport => ({
  sent: 0,
  slowDowns: 0,
  failure: null,
  isHeldBack: false,
  ...changed,
});
const seen = (what: Partial<ThrottleReport>, from: Partial<ThrottleState> = {}, sinceSlowedMs = 1e9) =>
  adaptThrottle({ row: { ...state, ...from, sinceSlowedMs }, report: report(what), plan, overMs: 1_000 });

describe("a throttle", () => {
  test("grows by one for each successful round of transactions, up to its maximum", () => {
    expect(seen({ sent: 10 }).concurrency).toBe(11);
    expect(seen({ sent: 1_000 }).concurrency).toBe(20);
  });

  test("of a relay doubles while it holds back mail for a slow server, and not if the server is fast", () => {
    const growing = (what: Partial<ThrottleReport>, sinceSlowedMs = 1e9) =>
      adaptThrottle({
        row: { ...state, sinceSlowedMs },
        report: report(what),
        plan: relay,
        overMs: 1_000,
      }).concurrency;
    expect(growing({ sent: 100, isHeldBack: true })).toBe(20);
    expect(growing({ sent: 100 })).toBe(10);
    // For ten minutes after a warning, growth is slow.
    expect(growing({ sent: 10, isHeldBack: true }, 599_000)).toBe(11);
    expect(growing({ sent: 100, slowDowns: 1, isHeldBack: true })).toBe(5);
  });

  test("of a fast relay recovers after warnings: its rate at once, its first connections ten minutes later", () => {
    const warned = { ...state, concurrency: 1, perMinute: 6 };
    const recovering = (sinceSlowedMs: number, from: Partial<ThrottleState> = {}) =>
      adaptThrottle({
        row: { ...warned, ...from, sinceSlowedMs },
        report: report({ sent: 20 }),
        plan: relay,
        overMs: 1_000,
      });
    expect(recovering(599_000)).toMatchObject({ concurrency: 1, perMinute: 7 });
    expect(recovering(600_000)).toMatchObject({ concurrency: 10, perMinute: 7 });
    expect(recovering(599_000, { perMinute: 480 })).toMatchObject({ concurrency: 1, perMinute: 481 });
    expect(recovering(600_000, { perMinute: 480 })).toMatchObject({ concurrency: 10, perMinute: null });
    expect(recovering(600_000, { concurrency: 50, perMinute: null })).toMatchObject({ concurrency: 50 });
  });

  test("of a relay follows a limit that its owner changes: at once, or slowly after a warning", () => {
    const limited = (most: number, concurrency: number, what: Partial<ThrottleReport>, sinceSlowedMs = 1e9) =>
      adaptThrottle({
        row: { ...state, concurrency, sinceSlowedMs },
        report: report({ sent: 4, ...what }),
        plan: { ...relay, concurrency: most, maxConcurrency: most },
        overMs: 1_000,
      }).concurrency;
    expect([limited(50, 2, {}), limited(50, 2, { isHeldBack: true })]).toEqual([50, 50]);
    expect([limited(50, 2, {}, 599_000), limited(50, 2, { isHeldBack: true }, 599_000)]).toEqual([2, 4]);
    expect([limited(2, 20, {}), limited(2, 20, { isHeldBack: true }), limited(2, 20, { sent: 0 })]).toEqual([
      2, 2, 2,
    ]);
    expect(limited(8, 20, { slowDowns: 1 })).toBe(4);
  });

  test("is halved by a warning, and not further by many at once", () => {
    expect(seen({ sent: 10, slowDowns: 3 })).toMatchObject({ concurrency: 5, isSlowed: true });
    expect(seen({ sent: 10, slowDowns: 3 }, {}, 1_000)).toMatchObject({ concurrency: 10, isSlowed: false });
    expect(seen({ slowDowns: 1 }, { concurrency: 1 }).concurrency).toBe(1);
  });

  test("with a single transaction that is still too fast gets a rate, half of its current one", () => {
    const slowed = seen({ sent: 10, slowDowns: 1 }, { concurrency: 1 });
    expect(slowed.perMinute).toBe(300);
    expect(seen({ slowDowns: 1 }, { concurrency: 1, perMinute: 8 }).perMinute).toBe(6);
  });

  test("with unreachable servers is closed, each time for longer, up to half an hour", () => {
    let throttle: ThrottleState = state;
    const waits = Array.from({ length: 10 }, () => {
      throttle = seen(
        { failure: { reason: "refused", longestMs: 1_800_000 } },
        { ...throttle, closedForMs: 0 },
      );
      return throttle.closedForMs / 1_000;
    });
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 1_800, 1_800]);
    expect(throttle.reason).toBe("refused");
  });

  test("is closed for no longer than the failure allows", () => {
    const failure = { reason: "refused", longestMs: 120_000 };
    expect(seen({ failure }, { failures: 9 }).closedForMs).toBe(120_000);
  });

  test("is closed once, however many workers report the failure", () => {
    expect(
      seen({ failure: { reason: "refused", longestMs: 1_800_000 } }, { closedForMs: 5_000, failures: 1 }),
    ).toMatchObject({
      failures: 1,
      closedForMs: 5_000,
    });
  });

  test("that fails after mail was accepted is closed for the first time, and slower afterwards", () => {
    const failure = { reason: "refused", longestMs: 1_800_000 };
    expect(seen({ sent: 10, slowDowns: 4, failure }, { failures: 3 })).toMatchObject({
      ...{ failures: 1, closedForMs: 10_000, reason: "refused" },
      ...{ concurrency: 5, isSlowed: true },
    });
  });

  test("opens again with the first accepted message", () => {
    expect(seen({ sent: 1 }, { failures: 4, reason: "refused" })).toMatchObject({
      failures: 0,
      closedForMs: 0,
      reason: null,
    });
  });
});

test.each([
  [10, 1, [10]],
  [10, 3, [3, 3, 4]],
  [1, 4, [0, 0, 0, 1]],
  [0.4, 2, [0, 1]],
])("the shares of %d places among %i workers add up to the limit (E33)", (total, workers, expected) => {
  for (const seed of [0, 1, 7]) {
    const shares = Array.from({ length: workers }, (_, index) => shareOf(total, { workers, index, seed }));
    expect(shares.toSorted()).toEqual(expected);
  }
});
