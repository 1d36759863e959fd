import { expect, test } from "vitest";
import { restartDelayMs } from "./restart-delay.ts";

test("the delay grows with each crash, up to ten seconds", () => {
  const delays: number[] = [];
  let crashes = 0;
  for (let i = 0; i < 9; i++) {
    const next = restartDelayMs({ crashes, livedMs: 50 });
    crashes = next.crashes;
    delays.push(next.delayMs);
  }
  expect(delays).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
});

test("a crash after a long run counts as the first", () => {
  expect(restartDelayMs({ crashes: 7, livedMs: 30_000 })).toEqual({ crashes: 1, delayMs: 100 });
});
