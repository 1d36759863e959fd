/**
 * The longest time for which work blocked the event loop, in milliseconds of this thread's CPU time, so that a busy machine does not
 * matter.
 */
export async function longestBlock<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let longest = 0;
  let isOver = false;
  let since = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(since);
    longest = Math.max(longest, (user + system) / 1_000);
    since = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await work();
  isOver = true;
  // The turn in which the work ended counts as well.
  turn();
  return { result, ms: longest };
}
