import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger, SmtpServerName } from "../telemetry/index.ts";
import type { StrictServer } from "./strict-server.ts";

/**
 * `isChosen`: somebody set this port, with `setting`. One that nobody chose may be taken, say by this machine's own mail server.
 */
export type Place = { host: string; port: number; isChosen: boolean; setting: string };

type Patience = {
  /** The first word of events. */
  name: SmtpServerName;
  log: Logger;
  signal: AbortSignal;
};

/** Of a process that was killed and still finishes what it has. */
const patienceMs = 5_500;
const againAfterMs = 100;
const laterMs = 5_000;

/** The port, or null when a default port cannot be had: then it is tried again in the background. Rejects for a chosen one. */
export async function listen(server: StrictServer, place: Place, patience: Patience): Promise<number | null> {
  const { name, log } = patience;
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const error = await tryListen(server, place);
    if (!error) return portOf(server);
    if (!place.isChosen) {
      log.warn({ event: `${name}.no_port`, port: place.port, code: error.code }, noPort(place, error));
      void keepTrying(server, place, patience);
      return null;
    }
    if (error.code !== "EADDRINUSE" || performance.now() > giveUpAt)
      throw new PortError(noPort(place, error));
    await delay(againAfterMs);
  }
}

/** A port that was chosen cannot be had; the message is one line. */
class PortError extends Error {
  override name = "ConfigError";
}

function noPort({ port, host, setting }: Place, { code }: NodeJS.ErrnoException): string {
  if (code === "EADDRINUSE")
    return `port ${port} is taken, so no mail is taken there: stop the program that has it, or set ${setting} to a free one`;
  if (code === "EACCES") return `port ${port} needs more rights: set ${setting} to one above 1023`;
  return `cannot listen on ${host}:${port} (${code}): correct HOST or ${setting}`;
}

async function keepTrying(
  server: StrictServer,
  place: Place,
  { name, log, signal }: Patience,
): Promise<void> {
  do {
    await delay(laterMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
  } while (await tryListen(server, place));
  log.info({ event: `${name}.listening`, port: place.port }, "the port is free now, mail is taken there");
}

async function tryListen(
  { server }: StrictServer,
  { host, port }: Place,
): Promise<NodeJS.ErrnoException | null> {
  try {
    server.listen({ host, port });
    await once(server, "listening");
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

function portOf({ server }: StrictServer): number | null {
  const address = server.address();
  return address && typeof address === "object" ? address.port : null;
}
