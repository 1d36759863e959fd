import type { Endpoint } from "./endpoint.ts";
import type { Outcome } from "./outcome.ts";
import { type Connected, connectSmtp } from "./session/connect-smtp.ts";
import type { Timeouts } from "./session/timeouts.ts";

export type OpenOptions = {
  endpoint: Endpoint;
  heloName?: string;
  /** Returns the address for the next connection. Set if not every address of the host name is allowed. */
  locate?: () => Promise<{ ok: true; address: string } | { ok: false; reason: string }>;
  timeouts?: Partial<Timeouts>;
};

/** Locates the server and opens a session. Never rejects. */
export async function openConnection(options: OpenOptions, signal: AbortSignal): Promise<Connected> {
  try {
    return await locateAndConnect(options, signal);
  } catch (error) {
    // The name cannot be resolved, or the local address is invalid.
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, failure: unreached(options.endpoint, reason) };
  }
}

async function locateAndConnect(
  { endpoint, heloName, locate, timeouts }: OpenOptions,
  signal: AbortSignal,
): Promise<Connected> {
  const askedAt = performance.now();
  const located = await locate?.();
  const dnsMs = performance.now() - askedAt;
  if (located?.ok === false) return { ok: false, failure: unreached(endpoint, located.reason) };
  return await connectSmtp({
    endpoint: located ? { ...endpoint, address: located.address } : endpoint,
    signal,
    dnsMs,
    ...(heloName === undefined ? {} : { heloName }),
    ...(timeouts === undefined ? {} : { timeouts }),
  });
}

/** The outcome of a message for which no connection was opened. */
export function unreached({ host }: Endpoint, reason: string): Outcome {
  return { kind: "deferred", phase: "connect", reply: null, reason, host };
}
