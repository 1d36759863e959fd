import { expect, test } from "vitest";
import { StepWindow } from "./step-window.ts";

test("after failures a step has fewer events, and more again unless steps are slow", () => {
  const window = new StepWindow();
  const limits = [window.limit];
  for (let n = 0; n < 5; n += 1) {
    window.reset();
    limits.push(window.limit);
  }
  expect(limits).toEqual([5_000, 625, 78, 9, 1, 1]);
  window.adapt(5_000);
  expect(window.limit).toBe(1);
  for (let n = 0; n < 3; n += 1) window.adapt(500);
  expect(window.limit).toBe(8);
  for (let n = 0; n < 20; n += 1) window.adapt(50);
  expect(window.limit).toBe(5_000);
});

test("a slow or failed step is followed by one with a shorter range, a quick step by one with a longer range", () => {
  const window = new StepWindow();
  const { ms } = window;
  window.adapt(100);
  expect(window.ms).toBe(2 * ms);
  window.adapt(500);
  expect(window.ms).toBe(2 * ms);
  window.adapt(2_000);
  expect(window.ms).toBe(ms);
  window.reset();
  expect(window.ms).toBe(ms / 8);
});
