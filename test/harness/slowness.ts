/** Rows of the reference document: parsing it `PARSES` times takes about `QUIET_MS` where nothing else runs. */
const ROWS = 50_000;
const PARSES = 20;
const QUIET_MS = 190;

/**
 * Times as long as on a quiet machine, at least 1: how much longer this thread needs at the moment for the same work. Neighbours
 * that share its caches and its core make even processor time grow, so limits in milliseconds are compared with times divided by
 * this.
 */
export function slowness(): number {
  const text = `[${'{"a":1,"b":"text"},'.repeat(ROWS)}1]`;
  const before = process.threadCpuUsage();
  for (let n = 0; n < PARSES; n += 1) JSON.parse(text);
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(1, (user + system) / 1_000 / QUIET_MS);
}
