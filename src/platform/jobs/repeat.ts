export type Repetition<Result> = { first: Promise<Result>; stop(): void };

/** Calls `run` at once, and again `everyMs` after each run has ended. Does not keep the process alive. `run` must not throw. */
export function repeat<Result>(run: () => Promise<Result>, everyMs: number): Repetition<Result> {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const runOnce = async () => {
    const result = await run();
    if (!isStopped) timer = setTimeout(() => void runOnce(), everyMs).unref();
    return result;
  };
  return {
    first: runOnce(),
    stop: () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
