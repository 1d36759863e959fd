import { parentPort } from "node:worker_threads";

/** The messages from a pool to a thread, and back; a thread sends `null` when it has started. */
export type JobMessage = { name: string; input: unknown };
export type JobResult = { value: unknown } | { problem: string };

// biome-ignore lint/suspicious/noExplicitAny: structured clones carry no types.
export type Jobs = Record<string, (input: any) => unknown>;

/** The main function of a thread script: runs jobs by name, one at a time. */
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

/** Buffers that are moved instead of copied: the value itself, or its members. */
function transferables(value: unknown): ArrayBuffer[] {
  const members = value instanceof Uint8Array ? [value] : Object.values(Object(value));
  const buffers = members
    .filter((member) => member instanceof Uint8Array && member.byteLength === member.buffer.byteLength)
    .map((member) => (member as Uint8Array).buffer as ArrayBuffer);
  return [...new Set(buffers)];
}
