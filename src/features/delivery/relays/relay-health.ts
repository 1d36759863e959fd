/** Where the health of a relay is kept: in its row, for all workers, or here for the one of the settings. */
export type RelayHealth = {
  /** Lets nothing through for a while. Answers for how long; null: the relay is gone. */
  open(news: { isRefusal: boolean; wasProbe: boolean; error: string }): Promise<Opened | null>;
  /** Whether this worker is the one that lets a mail through to see. */
  takeProbe(): Promise<boolean>;
  noteWorks(): Promise<void>;
};

type Opened = {
  retryInMs: number;
  /** Whether the credentials are refused and were not before. */
  isNewRefusal: boolean;
};

/** For a relay without a row: each worker finds out by itself. */
export function createLocalHealth(
  pauseMs: (given: { failures: number; isRefusal: boolean }) => number,
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
