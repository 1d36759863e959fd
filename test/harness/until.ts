import { setTimeout as pause } from "node:timers/promises";

/** `within` and `every`: ms. `what` may be made when it is needed. */
type Wait = { within?: number; what: string | (() => string); every?: number };

/** Asks again and again until the answer is neither false, null nor undefined, and returns it. Throws when an answer that was asked for after `within` ms is none either, naming `what`. */
export async function until<T>(
  ask: () => T | Promise<T>,
  { within = 20_000, what, every = 25 }: Wait,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + within;
  for (;;) {
    const askedAt = performance.now();
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false)
      return answer as Exclude<T, false | null | undefined>;
    if (askedAt > deadline)
      throw new Error(`after ${within} ms still waiting for ${typeof what === "string" ? what : what()}`);
    await pause(every);
  }
}
