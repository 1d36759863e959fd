import { expect, test } from "vitest";
import { watchIdleShare } from "./idle-share.ts";

/** Keeps a core busy. */
function spin(ms: number): void {
  const start = performance.now();
  while (performance.now() - start < ms);
}

test("the idle share is 1 at first, and less after a core was busy", () => {
  const idleShare = watchIdleShare();
  expect(idleShare()).toBe(1);
  spin(300);
  const share = idleShare();
  expect(share).toBeGreaterThanOrEqual(0);
  expect(share).toBeLessThan(1);
});
