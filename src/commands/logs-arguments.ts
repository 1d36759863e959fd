import { parseArgs } from "node:util";
import { CommandError } from "./explain.ts";
import type { ServerOptions } from "./open-client.ts";
import { readSince } from "./read-since.ts";

export type LogsArguments = {
  server: ServerOptions;
  follow: boolean;
  json: boolean;
  email: string | undefined;
  /** ISO 8601; undefined: from the first event. */
  since: string | undefined;
};

/** Without --since, `logs` prints all events of one email, or the last day of all emails; with --follow only new events. */
const DAY_MS = 86_400_000;

/** Throws a CommandError that says what to type. */
export function readLogsArguments(args: string[], now: Date): LogsArguments {
  const { follow = false, json = false, email, since, key, url } = parse(args);
  const start = since === undefined ? defaultStart({ follow, email, now }) : readSince("--since", since, now);
  return { server: { key, url }, follow, json, email, since: start?.toISOString() };
}

function parse(args: string[]) {
  const one = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = { follow: flag, json: flag, email: one, since: one, key: one, url: one };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}; posthouse --help lists the options`);
  }
}

function defaultStart({
  follow,
  email,
  now,
}: {
  follow: boolean;
  email: string | undefined;
  now: Date;
}): Date | null {
  if (email !== undefined) return null;
  return follow ? now : new Date(now.getTime() - DAY_MS);
}
