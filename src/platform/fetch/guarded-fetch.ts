import { filenameOf } from "./filename-of.ts";
import type { GuardExceptions } from "./guard-exceptions.ts";
import { readResponse } from "./read-response.ts";
import { requestPinned } from "./request-pinned.ts";
import { type Resolved, resolveHost } from "./resolve-host.ts";
import { readTarget, reasonToRefuseTarget, type Target } from "./target.ts";

export type FetchLimits = {
  maxBytes: number;
  /** The timeout of the whole fetch, from the DNS query to the last byte. */
  timeoutMs: number;
  /** Called for each piece before it is kept; false ends the fetch. Limits the memory of all fetches together. */
  mayKeep?: ((bytes: number) => boolean) | undefined;
};

/** `reason` completes a sentence that begins with the name of the URL's field. */
export type Fetched =
  | { ok: true; bytes: Buffer; contentType: string | null; filename: string | null }
  | { ok: false; reason: string };

const TOOK_TOO_LONG = { ok: false, reason: "leads to a server that takes too long" } as const;

/**
 * Fetches a URL that a user provided, with all checks described in index.ts. Never throws for errors of the remote server.
 */
export async function guardedFetch(url: string, options: FetchLimits & GuardExceptions): Promise<Fetched> {
  const read = readTarget(url);
  if (!read.ok) return read;
  // If no addresses are allowed, an invalid URL is refused before its name is resolved.
  const reason = options.allow?.length ? null : reasonToRefuseTarget(read.target);
  if (reason !== null) return { ok: false, reason };
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), options.timeoutMs);
  try {
    const fetched = await fetchTarget(read.target, options, deadline.signal);
    return deadline.signal.aborted && !fetched.ok ? TOOK_TOO_LONG : fetched;
  } finally {
    clearTimeout(timer);
  }
}

async function fetchTarget(
  target: Target,
  { maxBytes, mayKeep, ...outside }: FetchLimits & GuardExceptions,
  signal: AbortSignal,
): Promise<Fetched> {
  const resolved = await Promise.race([resolveHost(target, outside), whenAborted(signal)]);
  if (!resolved.ok) return resolved;
  const request = requestPinned(target, { addresses: resolved.addresses, ca: outside.ca, signal });
  const response = await readResponse(request, { maxBytes, mayKeep });
  if (!response.ok) return response;
  const { bytes, headers } = response;
  const contentType = headers["content-type"] ?? null;
  return { ok: true, bytes, contentType, filename: filenameOf(target.url, headers) };
}

function whenAborted(signal: AbortSignal): Promise<Resolved> {
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(TOOK_TOO_LONG), { once: true }),
  );
}
