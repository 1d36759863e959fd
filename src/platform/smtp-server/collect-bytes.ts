import type { Readable } from "node:stream";
import type { ByteBudget } from "../memory/index.ts";

/** `problem`: the client went away, the budget was used up, or there are more bytes than a message may have. */
type Collected =
  | { bytes: Buffer; sizeBytes: number; problem: null }
  | { bytes: null; problem: "gone" | "no room" | "too large" };

type CollectOptions = {
  budget: ByteBudget;
  /** Who sends it, and gets a part of the budget; absent: whoever comes first gets it. */
  source?: string;
  maxBytes: number;
  /** Only the beginning is kept; absent: all. */
  keepBytes?: number;
  /** Put in front of the bytes, and not counted. */
  prefix?: Buffer;
};

/**
 * All bytes of a message, or its first ones. What they take is taken from the budget, and given back by `release`, which the caller
 * owes. Those that are not kept are read to the end, since SMTP knows no other way to refuse a message, and dropped.
 */
export function collectBytes(
  stream: Readable,
  { budget, source, maxBytes, keepBytes = maxBytes, prefix }: CollectOptions,
): Promise<Collected & { release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<Collected & { release: () => void }>();
  let chunks: Buffer[] = prefix ? [prefix] : [];
  const held = budget.open(source);
  let sizeBytes = 0;
  let problem: "no room" | "too large" | null = null;
  const release = () => {
    held.release();
    chunks = [];
  };
  stream.on("data", (chunk: Buffer) => {
    if (problem !== null) return;
    const kept = chunk.subarray(0, Math.max(0, keepBytes - sizeBytes));
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) problem = "too large";
    else if (!held.take(kept.length)) problem = "no room";
    if (problem !== null) return release();
    if (kept.length > 0) chunks.push(kept);
  });
  stream.on("end", () => {
    if (problem !== null) return resolve({ bytes: null, problem, release });
    const bytes = Buffer.concat(chunks);
    chunks = [];
    resolve({ bytes, sizeBytes, problem, release });
  });
  const goes = () => resolve({ bytes: null, problem: "gone", release });
  stream.on("error", goes);
  stream.on("close", goes);
  return promise;
}
