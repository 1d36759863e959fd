import { expect, test } from "vitest";
import { FIRST_DELAY, reconnect } from "./reconnect.ts";

test("the server is checked every second, and requests that still fail are retried with backoff", async () => {
  const stopping = new AbortController();
  const done: (number | string)[] = [];
  let asked = 0;
  await reconnect({
    isServerReachable: async () => {
      asked += 1;
      return asked > 2;
    },
    refetch: async () => {
      done.push("refetch");
      return false;
    },
    wait: async (ms) => {
      done.push(ms);
      if (done.length > 20) stopping.abort();
    },
    delay: { ...FIRST_DELAY },
    signal: stopping.signal,
  });
  expect(done.slice(0, 9)).toEqual([
    1_000,
    1_000,
    1_000,
    "refetch",
    2_000,
    "refetch",
    4_000,
    "refetch",
    8_000,
  ]);
  expect(done.at(-1)).toBe(60_000);
});

test("the delay of requests that failed before is kept, and begins again after a success or an outage", async () => {
  const waits = async (isReachable: boolean, hasSucceeded: boolean) => {
    const delay = { waitMs: 8_000 };
    const stopping = new AbortController();
    let count = 0;
    await reconnect({
      isServerReachable: async () => isReachable,
      refetch: async () => hasSucceeded,
      wait: async () => {
        count += 1;
        if (count > 1) stopping.abort();
      },
      delay,
      signal: stopping.signal,
    });
    return delay.waitMs;
  };
  expect(await waits(true, false)).toBe(16_000);
  expect(await waits(true, true)).toBe(1_000);
  expect(await waits(false, false)).toBe(1_000);
});
