import { expect } from "vitest";

/** Four times as much takes four times as long where the work is linear, and sixteen times where it is quadratic. */
const FACTOR = 4;
const MOST = 10;
const TRIES = 5;
/** In µs. What takes less is too short to be compared, and quick whatever its shape. */
const SHORT = 20_000;

/**
 * Expects that `work` takes time in proportion to its input, by the processor time of this thread at `size` and at four
 * times as much. A bar in milliseconds would judge the machine. What disturbs one try, such as a collection of garbage or code
 * that is not compiled yet, does not disturb the least of several.
 */
export async function expectLinear<T>(
  inputOf: (size: number) => T,
  size: number,
  work: (input: T) => unknown,
): Promise<void> {
  const small = inputOf(size);
  const large = inputOf(FACTOR * size);
  let leastSmall = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries += 1)
    leastSmall = Math.min(leastSmall, await timeOf(() => work(small)));
  let leastLarge = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries += 1) {
    leastLarge = Math.min(leastLarge, await timeOf(() => work(large)));
    if (leastLarge <= Math.max(SHORT, MOST * leastSmall)) return;
  }
  expect(leastLarge / leastSmall, "times as long for four times as much").toBeLessThanOrEqual(MOST);
}

async function timeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
