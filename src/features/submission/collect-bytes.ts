import type { Readable } from "node:stream";
import type { ByteBudget } from "./byte-budget.ts";

/** `bytes`: null when the client went away, or there was no room for all of it. */
type Collected = { bytes: Buffer; fault: null } | { bytes: null; fault: "gone" | "no room" };

/**
 * All bytes of a message, up to a limit beyond which they are counted by the library and dropped here. What it holds is taken
 * from the budget, and given back by `release`, which the caller owes.
 */
export function collectBytes(
  stream: Readable,
  { budget, maxBytes }: { budget: ByteBudget; maxBytes: number },
): Promise<Collected & { release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<Collected & { release: () => void }>();
  let chunks: Buffer[] = [];
  let held = 0;
  let isDropping = false;
  let hasRoom = true;
  const release = () => {
    budget.give(held);
    held = 0;
    chunks = [];
  };
  stream.on("data", (chunk: Buffer) => {
    if (isDropping) return;
    const fits = held + chunk.length <= maxBytes;
    hasRoom = !fits || budget.take(chunk.length);
    if (fits && hasRoom) {
      held += chunk.length;
      chunks.push(chunk);
    } else {
      isDropping = true;
      release();
    }
  });
  stream.on("end", () =>
    resolve(
      hasRoom
        ? { bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), fault: null, release }
        : { bytes: null, fault: "no room", release },
    ),
  );
  stream.on("error", () => resolve({ bytes: null, fault: "gone", release }));
  stream.on("close", () => resolve({ bytes: null, fault: "gone", release }));
  return promise;
}
