import type { Event, Posthouse, PosthouseError } from "../../packages/client/src/index.ts";
import { eventLine } from "./event-line.ts";
import type { LogsArguments } from "./logs-arguments.ts";
import { explainToOperator, withClient } from "./open-client.ts";
import { quitWithReader } from "./terminal/print-rows.ts";

/** Prints the events of emails, oldest first; with `--follow` also new events, until it is stopped. */
export async function logs(wanted: LogsArguments): Promise<void> {
  quitWithReader();
  await withClient(wanted.server, async (posthouse) => {
    for await (const event of eventsOf(posthouse, wanted))
      process.stdout.write(`${wanted.json ? JSON.stringify(event) : eventLine(event)}\n`);
  });
}

function eventsOf(posthouse: Posthouse, { follow, email, since }: LogsArguments): AsyncIterable<Event> {
  const filter = email === undefined ? {} : { email_id: email };
  if (!follow) return posthouse.events.list({ ...filter, ...(since && { since }), limit: 100 });
  return posthouse.events.follow({
    ...filter,
    since: since ?? new Date(0),
    signal: untilStopped(),
    onInterruption,
  });
}

function untilStopped(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  return stop.signal;
}

function onInterruption(error: PosthouseError): void {
  process.stderr.write(`posthouse: ${explainToOperator(error).message}; retrying\n`);
}
