import { cpus } from "node:os";

/** The system counts processor time in ticks of 10 ms: a share of less than this would be coarse. */
const WINDOW_MS = 200;

type Times = { idle: number; total: number };

/** Returns a function that returns the share of the machine's processor time that was idle lately: 0 to 1. */
export function watchIdleShare(): () => number {
  let before = readTimes();
  let readAt = performance.now();
  let share = 1;
  return () => {
    if (performance.now() - readAt < WINDOW_MS) return share;
    const now = readTimes();
    const total = now.total - before.total;
    if (total > 0) share = (now.idle - before.idle) / total;
    before = now;
    readAt = performance.now();
    return share;
  };
}

/** In milliseconds of all cores. */
function readTimes(): Times {
  const cores = cpus().map(({ times }) => times);
  const idle = cores.reduce((sum, times) => sum + times.idle, 0);
  const total = cores.reduce(
    (sum, times) => sum + Object.values(times).reduce((all, state) => all + state, 0),
    0,
  );
  return { idle, total };
}
