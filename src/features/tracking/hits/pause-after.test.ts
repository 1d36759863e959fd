import { expect, test } from "vitest";
import { pauseAfter } from "./pause-after.ts";

test.each([
  { batchMs: 20, idleShare: 1, pauseMs: 20 },
  { batchMs: 20, idleShare: 0, pauseMs: 400 },
  { batchMs: 200, idleShare: 0, pauseMs: 1_000 },
  { batchMs: 5_000, idleShare: 1, pauseMs: 1_000 },
])(
  "after a batch of $batchMs ms with an idle share of $idleShare, the pause is $pauseMs ms",
  ({ batchMs, idleShare, pauseMs }) => {
    expect(pauseAfter(batchMs, idleShare)).toBe(pauseMs);
  },
);
