import { setTimeout as pause } from "node:timers/promises";

/** `within` and `every` are milliseconds. `what` may be a function, called on failure. */
type Wait = { within?: number; what: string | (() => string); every?: number };

/** A longer wait polls less often, because a poll may be a request that takes processor time from what it waits for. */
const PAUSE_MS = { least: 25, most: 100, shareOfWait: 0.1 };

/** Polls until the result is neither false, null nor undefined, and returns it. Throws an error that names `what` if a poll that starts after `within` ms fails as well. */
export async function until<T>(
  ask: () => T | Promise<T>,
  { within = 60_000, what, every }: Wait,
): Promise<Exclude<T, false | null | undefined>> {
  const since = performance.now();
  const deadline = since + within;
  for (;;) {
    const askedAt = performance.now();
    const result = await ask();
    if (result !== null && result !== undefined && result !== false)
      return result as Exclude<T, false | null | undefined>;
    if (askedAt > deadline)
      throw new Error(`after ${within} ms still waiting for ${typeof what === "string" ? what : what()}`);
    const share = (askedAt - since) * PAUSE_MS.shareOfWait;
    await pause(every ?? Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, share)));
  }
}
