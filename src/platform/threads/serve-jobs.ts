import { parentPort } from "node:worker_threads";

/** What a pool sends to a thread, and a thread to its pool; `null` from a thread: it has started. */
export type JobMessage = { name: string; input: unknown };
export type JobAnswer = { value: unknown } | { problem: string };

// biome-ignore lint/suspicious/noExplicitAny: structured clones carry no types.
export type Jobs = Record<string, (input: any) => unknown>;

/** The script of a pool's threads: serves its jobs by name, one after the other. */
export function serveJobs(jobs: Jobs): void {
  const port = parentPort;
  port?.on("message", async ({ name, input }: JobMessage) => {
    try {
      const value = await jobs[name]?.(input);
      port.postMessage({ value }, transferables(value));
    } catch (error) {
      port.postMessage({ problem: error instanceof Error ? error.message : String(error) });
    }
  });
  port?.postMessage(null);
}

/** Bytes are moved and not copied: those of the value itself, or of its members. */
function transferables(value: unknown): ArrayBuffer[] {
  const members = value instanceof Uint8Array ? [value] : Object.values(Object(value));
  const buffers = members
    .filter((one) => one instanceof Uint8Array && one.byteLength === one.buffer.byteLength)
    .map((one) => (one as Uint8Array).buffer as ArrayBuffer);
  return [...new Set(buffers)];
}
