import { expect, test } from "vitest";
import { blockedHere } from "./event-loop-watch.ts";

const busyFor = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test("detects a blocked event loop, with its processor time", async () => {
  const blocked = await blockedHere(async () => busyFor(300));
  expect(blocked?.wallMs).toBeGreaterThan(250);
  expect(blocked?.cpuMs).toBeGreaterThan(60);
});

test("waiting does not count as blocking", async () => {
  const blocked = await blockedHere(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(blocked?.cpuMs ?? 0).toBeLessThan(100);
});
