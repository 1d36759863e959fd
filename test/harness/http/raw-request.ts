import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** How a client ends its connection after the last byte. */
export type Ending = "read" | "half-close" | "close" | "reset";
export type RawRequest = { parts: readonly (string | Buffer)[]; ending: Ending };

/** Timeout for a server that neither responds nor closes. */
const PATIENCE_MS = 10_000;

/**
 * Sends raw bytes, each part in its own packet, and ends the connection in the given way. Returns the server's bytes; for `read`,
 * up to the start of its first response.
 */
export async function sendRaw(
  port: number,
  { parts, ending }: RawRequest,
  { waitMs = PATIENCE_MS } = {},
): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let text = "";
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined);
  const answered = new Promise<void>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (/\r\n\r\n/.test(text)) resolve();
    });
  });
  await Promise.race([once(socket, "connect"), closed]).catch(() => undefined);
  for (const [index, part] of parts.entries()) {
    if (socket.destroyed) break;
    await new Promise<void>((resolve) => socket.write(part, () => resolve()));
    // Keeps the next part out of this packet.
    if (index < parts.length - 1) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  if (ending === "reset") socket.resetAndDestroy();
  else if (ending === "close") socket.destroy();
  else {
    if (ending === "half-close") socket.end();
    const giveUp = new AbortController();
    const timeout = pause(waitMs, undefined, { signal: giveUp.signal }).catch(() => undefined);
    await Promise.race([answered, closed, timeout]);
    giveUp.abort();
    socket.destroy();
  }
  await closed;
  return text;
}

export function statusOf(text: string): number | null {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  return status === undefined ? null : Number(status);
}
