import { vi } from "vitest";

/** Checks again and again until no assertion fails; throws the last failure after 30 seconds. `until` is for an answer, this for assertions. */
export const eventually = (check: () => unknown, every = 20): Promise<unknown> =>
  vi.waitFor(check, { timeout: 30_000, interval: every });
