import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A role whose supervisor was killed finishes its requests, for up to 5 s, before it releases its port. */
const PATIENCE_MS = 5_500;
const POLL_MS = 50;

/** Rejects with the error of listen(2) if the port is not available, before anything else is started. */
export async function checkPort({ host, port }: { host: string; port: number }): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const error = await tryPort({ host, port });
    if (!error) return;
    if (error.code !== "EADDRINUSE" || performance.now() > giveUpAt) throw error;
    await delay(POLL_MS);
  }
}

/** Null if the port is free. */
export async function tryPort(address: {
  host: string;
  port: number;
}): Promise<NodeJS.ErrnoException | null> {
  const server = createServer().listen(address);
  try {
    await once(server, "listening");
    server.close();
    await once(server, "close");
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
