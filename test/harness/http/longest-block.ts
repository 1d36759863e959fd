/**
 * The longest time for which work held the event loop, in milliseconds of this thread's CPU: a busy machine that gives the thread
 * no turn does not count.
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
  // The turn in which the work ended counts too.
  turn();
  return { result, ms: longest };
}
