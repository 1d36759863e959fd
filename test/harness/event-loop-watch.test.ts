import { expect, test } from "vitest";
import { blockedHere } from "./event-loop-watch.ts";

/** Blocks the event loop until this much processor time is used, however busy the machine is. */
const busyFor = (ms: number) => {
  const start = process.threadCpuUsage();
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1_000;
  };
  while (usedMs() < ms);
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
