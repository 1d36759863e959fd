/** Interval of the reachability check while the server is down. */
const CHECK_MS = 1_000;
/** If it is there and the requests still do not get through, for example because a proxy ends slow ones, they are retried with exponential backoff. */
const MAX_WAIT_MS = 60_000;

/** Outlives `reconnect`, which ends while the requests are in flight. */
export type Delay = { waitMs: number };
export const FIRST_DELAY: Readonly<Delay> = { waitMs: CHECK_MS };

type Reconnecting = {
  isServerReachable: () => Promise<boolean>;
  /** Sends the failed requests again. Returns whether all have succeeded. */
  refetch: () => Promise<boolean>;
  wait: (ms: number) => Promise<void>;
  delay: Delay;
  signal: AbortSignal;
};

/** Sends the requests again once the server is back, until `signal` says that none fails. */
export async function reconnect(deps: Reconnecting): Promise<void> {
  const { isServerReachable, refetch, wait, delay, signal } = deps;
  for (;;) {
    await wait(delay.waitMs);
    if (signal.aborted) return;
    if (!(await isServerReachable())) {
      delay.waitMs = CHECK_MS;
      continue;
    }
    if (signal.aborted) return;
    const before = delay.waitMs;
    delay.waitMs = (await refetch()) ? CHECK_MS : Math.min(before * 2, MAX_WAIT_MS);
  }
}
