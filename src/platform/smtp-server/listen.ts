import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { ConfigError } from "../errors/index.ts";
import type { Logger, SmtpServerName } from "../telemetry/index.ts";
import type { StrictServer } from "./strict-server.ts";

/**
 * `isChosen`: the operator set this port in `setting`. A default port may be in use, for example by the machine's own mail
 * server.
 */
export type Place = { host: string; port: number; isChosen: boolean; setting: string };

type ListenOptions = {
  /** The prefix of event names. */
  name: SmtpServerName;
  log: Logger;
  signal: AbortSignal;
};

/** Long enough for an old process that still uses the port while it finishes its work. */
const RETRY_WITHIN_MS = 5_500;
const RETRY_MS = 100;
const BACKGROUND_RETRY_MS = 5_000;

/**
 * Returns the port, or null when a default port is unavailable; that port is then retried in the background. Rejects if a
 * chosen port is unavailable.
 */
export async function listen(
  server: StrictServer,
  place: Place,
  options: ListenOptions,
): Promise<number | null> {
  const { name, log } = options;
  const giveUpAt = performance.now() + RETRY_WITHIN_MS;
  for (;;) {
    const error = await tryListen(server, place);
    if (!error) return portOf(server);
    if (!place.isChosen) {
      log.warn({ event: `${name}.port_taken`, port: place.port, code: error.code }, noPort(place, error));
      void keepTrying(server, place, options);
      return null;
    }
    if (error.code !== "EADDRINUSE" || performance.now() > giveUpAt)
      throw new ConfigError(noPort(place, error));
    await delay(RETRY_MS);
  }
}

function noPort({ port, host, setting }: Place, { code }: NodeJS.ErrnoException): string {
  if (code === "EADDRINUSE")
    return `port ${port} is in use, so no mail is accepted there: stop the program that uses it, or set ${setting} to a free port`;
  if (code === "EACCES") return `port ${port} requires more privileges: set ${setting} to a port above 1023`;
  return `cannot listen on ${host}:${port} (${code}): correct HOST or ${setting}`;
}

async function keepTrying(
  server: StrictServer,
  place: Place,
  { name, log, signal }: ListenOptions,
): Promise<void> {
  do {
    await delay(BACKGROUND_RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
  } while (await tryListen(server, place));
  log.info({ event: `${name}.listening`, port: place.port }, "the port is free now and accepts mail");
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
