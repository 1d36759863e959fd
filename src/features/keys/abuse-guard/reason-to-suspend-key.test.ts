import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reasonToSuspendKey } from "./reason-to-suspend-key.ts";

const quiet = { recipients: 0, busiestBefore: null, delivered: 0, bounced: 0 };

describe("reasonToSuspendKey: volume (B8)", () => {
  test.each([
    ["a new key sends a million", 1_000_000, null, false],
    ["the minimum volume", 10_000, 0, false],
    ["one more", 10_001, 0, true],
    ["a small key grows", 10_000, 1, false],
    ["20 times a small volume is below the minimum", 9_999, 10, false],
    ["20 times the busiest hour", 20_000, 1_000, false],
    ["one more than 20 times", 20_001, 1_000, true],
    ["a high-volume key has a busy day", 2_000_000, 100_000, false],
    ["the leaked key of 2.3 million mails", 2_300_000, 1_200, true],
  ])("%s", (_, recipients, busiestBefore, pauses) => {
    expect(reasonToSuspendKey({ ...quiet, recipients, busiestBefore }) !== null).toBe(pauses);
  });

  test("the reason names the volume and the busiest hour before", () => {
    expect(reasonToSuspendKey({ ...quiet, recipients: 30_000, busiestBefore: 1_200 })).toBe(
      "It sent to 30,000 recipients within an hour. In the 14 days before, its busiest hour had 1,200.",
    );
  });
});

describe("reasonToSuspendKey: bounces (B8)", () => {
  test.each([
    ["nothing yet", 0, 0, false],
    ["all of 499 bounced", 0, 499, false],
    ["all of 500 bounced", 0, 500, true],
    ["a fifth of 500", 400, 100, false],
    ["one more", 399, 101, true],
    ["a fifth of a million", 800_000, 200_000, false],
    ["a tenth", 9_000, 1_000, false],
  ])("%s", (_, delivered, bounced, pauses) => {
    // Also for new keys: bounces need no history.
    for (const busiestBefore of [null, 0, 1_000])
      expect(reasonToSuspendKey({ ...quiet, busiestBefore, delivered, bounced }) !== null).toBe(pauses);
  });

  test("the reason names the share", () => {
    expect(reasonToSuspendKey({ ...quiet, delivered: 1_380, bounced: 620 })).toBe(
      "Within an hour, 620 of 2,000 recipients bounced (31 %).",
    );
  });
});

test("a key that sends as before is never paused (B8)", () => {
  const some = fc.nat({ max: 5_000_000 });
  fc.assert(
    fc.property(some, some, (busiestBefore, delivered) => {
      expect(
        reasonToSuspendKey({ recipients: busiestBefore, busiestBefore, delivered, bounced: 0 }),
      ).toBeNull();
    }),
  );
});
