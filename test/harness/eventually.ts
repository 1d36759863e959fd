import { vi } from "vitest";

/** Repeats assertions until none fails; throws the last failure after 60 seconds. To wait for a value, use `until`. */
export const eventually = (check: () => unknown, every = 20): Promise<unknown> =>
  vi.waitFor(check, { timeout: 60_000, interval: every });
