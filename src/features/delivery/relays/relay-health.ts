/** Stores the health of a relay: in its row, for all workers, or in memory for the relay of the settings. */
export type RelayHealth = {
  /** Starts a cooldown and returns its length. Null: the relay was removed. */
  open(news: { isRefusal: boolean; wasProbe: boolean; error: string }): Promise<Opened | null>;
  /** Whether this worker is the one that may probe. */
  takeProbe(): Promise<boolean>;
  noteWorks(): Promise<void>;
};

type Opened = {
  retryInMs: number;
  /** Whether the credentials are rejected now and were not before. */
  isNewRefusal: boolean;
};

/** For a relay without a row: each worker keeps its own state. */
export function createLocalHealth(
  pauseMs: (trouble: { failures: number; isRefusal: boolean }) => number,
): RelayHealth {
  let failures = 0;
  let isRefused = false;
  return {
    open: async ({ isRefusal }) => {
      const isNewRefusal = isRefusal && !isRefused;
      isRefused ||= isRefusal;
      const retryInMs = pauseMs({ failures, isRefusal });
      failures += 1;
      return { retryInMs, isNewRefusal };
    },
    takeProbe: async () => true,
    noteWorks: async () => {
      failures = 0;
      isRefused = false;
    },
  };
}
