/** When a smaller share of the machine's processor time is idle, delivery and redirects need it. */
const BUSY_BELOW = 0.25;
/** The length of a pause, as a multiple of the time that the batch before it took. */
const PAUSE = { idle: 1, busy: 20 };
/** A busy machine stores about 1,000 hits a second; the rest waits on the disk. */
const MAX_PAUSE_MS = 1_000;

/**
 * The pause after a batch, in milliseconds. A flood of hits takes at most half of a connection's time from mail, and less on a busy
 * machine. `idleShare`: of `watchIdleShare`.
 */
export function pauseAfter(batchMs: number, idleShare: number): number {
  const times = idleShare < BUSY_BELOW ? PAUSE.busy : PAUSE.idle;
  return Math.min(batchMs * times, MAX_PAUSE_MS);
}
