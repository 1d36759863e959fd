import type { Readable } from "node:stream";
import type { ByteBudget } from "../../../platform/memory/index.ts";

/** `fault`: the client went away, the budget was used up, or there are more bytes than a message may have. */
type Collected = { bytes: Buffer; fault: null } | { bytes: null; fault: "gone" | "no room" | "too large" };

/**
 * All bytes of a message. What they take is taken from the budget, and given back by `release`, which the caller owes. Those of a
 * message that is not kept are read to the end, since SMTP knows no other way to refuse it, and dropped.
 */
export function collectBytes(
  stream: Readable,
  { budget, maxBytes }: { budget: ByteBudget; maxBytes: number },
): Promise<Collected & { release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<Collected & { release: () => void }>();
  let chunks: Buffer[] = [];
  const held = budget.open();
  let taken = 0;
  let fault: "no room" | "too large" | null = null;
  const release = () => {
    held.release();
    chunks = [];
  };
  stream.on("data", (chunk: Buffer) => {
    if (fault !== null) return;
    if (taken + chunk.length > maxBytes) fault = "too large";
    else if (!held.take(chunk.length)) fault = "no room";
    if (fault !== null) return release();
    taken += chunk.length;
    chunks.push(chunk);
  });
  stream.on("end", () => {
    if (fault !== null) return resolve({ bytes: null, fault, release });
    const bytes = Buffer.concat(chunks);
    chunks = [];
    resolve({ bytes, fault, release });
  });
  const goes = () => resolve({ bytes: null, fault: "gone", release });
  stream.on("error", goes);
  stream.on("close", goes);
  return promise;
}
