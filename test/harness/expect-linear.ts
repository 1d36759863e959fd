import { expect } from "vitest";

/** Linear work takes four times as long for four times the input, quadratic work sixteen times. */
const FACTOR = 4;
const MOST = 10;
const TRIES = 12;
/** Tries until code is compiled, which makes the small input look slow. */
const WARM_UP = 2;
/** Microseconds. Shorter times vary too much to compare. */
const SHORT = 20_000;

/**
 * Expects the time of `work` to grow in proportion to its input. Compares the processor time of this thread at `size` and at four
 * times `size`, because a limit in milliseconds would measure the machine. Both take turns, so that a machine that is busy for a while
 * slows both. The fastest of several runs counts, so garbage collection does not matter.
 */
export async function expectLinear<T>(
  inputOf: (size: number) => T,
  size: number,
  work: (input: T) => unknown,
): Promise<void> {
  const small = inputOf(size);
  const large = inputOf(FACTOR * size);
  let leastSmall = Number.POSITIVE_INFINITY;
  let leastLarge = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries += 1) {
    leastSmall = Math.min(leastSmall, await timeOf(() => work(small)));
    leastLarge = Math.min(leastLarge, await timeOf(() => work(large)));
    if (tries >= WARM_UP && leastLarge <= Math.max(SHORT, MOST * leastSmall)) return;
  }
  expect(leastLarge / leastSmall, "times as long for four times as much").toBeLessThanOrEqual(MOST);
}

async function timeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
