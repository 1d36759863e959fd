/** Rows of the reference document: parsing it `PARSES` times takes about `QUIET_MS` on a quiet machine. */
const ROWS = 50_000;
const PARSES = 20;
const QUIET_MS = 190;

/**
 * The factor by which this thread is currently slower than on a quiet machine, at least 1. Other programs that share its caches and
 * core increase even processor time, so times are divided by this factor before they are compared with limits.
 */
export function slowness(): number {
  const text = `[${'{"a":1,"b":"text"},'.repeat(ROWS)}1]`;
  const before = process.threadCpuUsage();
  for (let n = 0; n < PARSES; n += 1) JSON.parse(text);
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(1, (user + system) / 1_000 / QUIET_MS);
}
