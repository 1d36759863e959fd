import { expect } from "vitest";

/** The large input is this many times the small one. */
const FACTOR = 16;
/**
 * The large input may take this many times as long as the small one `FACTOR` times. Quadratic work takes sixteen times. Linear work takes
 * as long, or up to five times if its memory no longer fits into caches that other programs share.
 */
const MOST = 6.25;
const TRIES = 12;
/** The first tries are not counted: code that is not yet compiled makes the small input look slow. */
const WARM_UP = 2;
/** Microseconds. Shorter times cannot be compared: some kernels count processor time in steps of 4 ms. */
const SHORT = 20_000;

/**
 * Expects the time of `work` to grow in proportion to its input. Compares the processor time of this thread for one input of sixteen
 * times `size` and for sixteen inputs of `size`, because a limit in milliseconds would measure the machine. Both take turns, so that a machine
 * that is busy for a while slows both. The fastest of several runs counts, so garbage collection does not matter.
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
    leastSmall = Math.min(leastSmall, await timeOf(() => repeat(FACTOR, () => work(small))));
    leastLarge = Math.min(leastLarge, await timeOf(() => work(large)));
    if (tries >= WARM_UP && leastLarge <= Math.max(SHORT, MOST * leastSmall)) return;
  }
  expect(leastLarge / leastSmall, "times as long as linear work").toBeLessThanOrEqual(MOST);
}

async function repeat(times: number, work: () => unknown): Promise<void> {
  for (let run = 0; run < times; run += 1) await work();
}

async function timeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
