import { expect, test } from "vitest";
import { RelayRate } from "./relay-rate.ts";

function start() {
  let now = 50_000;
  const waits: number[] = [];
  const rate = new RelayRate({ now: () => now, sleep: async (ms) => void waits.push(Math.round(ms)) });
  return {
    rate,
    waits,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test("the messages of one second are sent at once, later ones in turn", async () => {
  const { rate, waits, pass } = start();
  for (let n = 0; n < 14; n += 1) await rate.take(1, 10);
  expect(waits).toEqual([100, 200, 300]);
  pass(10_000);
  for (let n = 0; n < 12; n += 1) await rate.take(1, 10);
  expect(waits).toEqual([100, 200, 300, 100]);
});

test("the rate counts recipients, not messages", async () => {
  const { rate, waits } = start();
  await rate.take(50, 10);
  await rate.take(1, 10);
  expect(waits).toEqual([4_000]);
});

test("a stop ends all waits", async () => {
  const rate = new RelayRate();
  await rate.take(1_000, 1);
  const waiting = rate.take(1, 1);
  rate.stop();
  await waiting;
});
