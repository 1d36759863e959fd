/** Soon enough that callers hardly notice one crash; slow enough that a crash at every start does not eat the machine. */
const firstMs = 100;
const longestMs = 10_000;
/** Who lived this long has started well: the next crash is a new one. */
const healthyAfterMs = 30_000;

/** How long to wait before the next start, given the crashes in a row so far and how long the last life was. */
export function restartDelayMs({ crashes, livedMs }: { crashes: number; livedMs: number }): {
  delayMs: number;
  crashes: number;
} {
  const inARow = livedMs >= healthyAfterMs ? 1 : crashes + 1;
  return { crashes: inARow, delayMs: Math.min(longestMs, firstMs * 2 ** (inARow - 1)) };
}
