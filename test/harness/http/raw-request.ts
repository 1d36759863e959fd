import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** What a client does with its connection after its last byte. */
export type Ending = "read" | "half-close" | "close" | "reset";
export type RawRequest = { parts: readonly (string | Buffer)[]; ending: Ending };

/** A server that neither answers nor closes has this long. */
const PATIENCE_MS = 10_000;

/**
 * Sends bytes as they are, each part in a packet of its own, and ends as told. Returns what the server said: for `read`, until
 * its first answer has begun.
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
    // The next part must not travel with this one.
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
