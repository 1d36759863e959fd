import { filenameOf } from "./filename-of.ts";
import type { Outside } from "./outside.ts";
import { type Answer, quoteStart, readAnswer } from "./read-answer.ts";
import { requestPinned } from "./request-pinned.ts";
import { type Resolved, resolveHost } from "./resolve-host.ts";
import { readTarget, reasonToRefuseTarget, type Target } from "./target.ts";

export type FetchLimits = {
  maxBytes: number;
  /** For all of it, from the question to the name server to the last byte. */
  timeoutMs: number;
  /** Asked for each piece before it is kept; false ends it. For a bound on what many fetches keep together. */
  mayKeep?: ((bytes: number) => boolean) | undefined;
};

/** `reason` completes a sentence that begins with the name of the field that holds the URL. */
export type Fetched =
  | { ok: true; bytes: Buffer; contentType: string | null; filename: string | null }
  | { ok: false; reason: string };

type Asked = FetchLimits & Outside & { json?: string };

/** `said`: the status and how the body begins. */
export type Posted = { ok: true; said: string } | { ok: false; reason: string };

const tookTooLong = { ok: false, reason: "leads to a server that takes too long" } as const;

/** Gets what a URL of a user's holds, through every guard that index.ts names. Never throws for what the other side does. */
export async function guardedFetch(url: string, options: FetchLimits & Outside): Promise<Fetched> {
  const answer = await throughGuards(url, options);
  if (!answer.ok) return answer;
  const { bytes, headers } = answer;
  const contentType = headers["content-type"] ?? null;
  return { ok: true, bytes, contentType, filename: filenameOf(new URL(url), headers) };
}

/** Sends JSON to a URL of a user's, through the same guards; any answer of 2xx means that it was taken. */
export async function postGuarded(
  url: string,
  options: FetchLimits & Outside & { json: string },
): Promise<Posted> {
  const answer = await throughGuards(url, options);
  return answer.ok ? { ok: true, said: `${answer.status}${quoteStart(answer.bytes)}` } : answer;
}

async function throughGuards(url: string, options: Asked): Promise<Answer> {
  const read = readTarget(url);
  if (!read.ok) return read;
  // With nothing allowed the shape alone may refuse it, before a name server hears of it.
  const reason = options.allow?.length ? null : reasonToRefuseTarget(read.target);
  if (reason !== null) return { ok: false, reason };
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), options.timeoutMs);
  try {
    const fetched = await fetchTarget(read.target, options, deadline.signal);
    return deadline.signal.aborted && !fetched.ok ? tookTooLong : fetched;
  } finally {
    clearTimeout(timer);
  }
}

async function fetchTarget(
  target: Target,
  { maxBytes, mayKeep, json, ...outside }: Asked,
  signal: AbortSignal,
): Promise<Answer> {
  const resolved = await Promise.race([resolveHost(target, outside), whenAborted(signal)]);
  if (!resolved.ok) return resolved;
  const request = requestPinned(target, { addresses: resolved.addresses, ca: outside.ca, signal, json });
  return await readAnswer(request, { maxBytes, mayKeep, isAnySuccess: json !== undefined });
}

function whenAborted(signal: AbortSignal): Promise<Resolved> {
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(tookTooLong), { once: true }),
  );
}
