import type { Readable } from "node:stream";
import type { ByteBudget } from "../memory/index.ts";

/** `problem`: the client disconnected, the budget is used up, or the message is too large. */
type Collected =
  | { bytes: Buffer; sizeBytes: number; problem: null }
  | { bytes: null; problem: "gone" | "no room" | "too large" };

type CollectOptions = {
  budget: ByteBudget;
  /** The sender, whose share of the budget is limited. Absent: no limit except the budget. */
  source?: string;
  maxBytes: number;
  /** The number of bytes to keep from the beginning. Absent: all. */
  keepBytes?: number;
  /** Prepended to the bytes. Its length does not count towards the limits. */
  prefix?: Buffer;
};

/**
 * Collects all bytes of a message, or its first ones. The bytes are taken from the budget until the caller calls `release`.
 * Bytes that are not kept are read and dropped, because SMTP cannot refuse a message before its end.
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
  const onGone = () => resolve({ bytes: null, problem: "gone", release });
  stream.on("error", onGone);
  stream.on("close", onGone);
  return promise;
}
