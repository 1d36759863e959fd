import { mkdtempSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepBuild } from "./keep-build.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "posthouse-build-"));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true, force: true });
});

const ageMs = () => Date.now() - statSync(directory).mtimeMs;
const leave = (time: number) => utimesSync(directory, new Date(time), new Date(time));

test("a running server marks its build as used every hour", () => {
  leave(0);
  keepBuild(join(directory, "main.js"));
  expect(ageMs()).toBeLessThan(1_000);
  vi.advanceTimersByTime(2 * 24 * 3_600_000);
  expect(ageMs()).toBeLessThanOrEqual(3_600_000);
  // It keeps running.
  rmSync(directory, { recursive: true });
  vi.advanceTimersByTime(3_600_000);
});

test("sources are not touched", () => {
  leave(0);
  keepBuild(join(directory, "main.ts"));
  expect(statSync(directory).mtimeMs).toBe(0);
});
