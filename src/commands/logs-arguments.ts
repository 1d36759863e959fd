import type { Values } from "./command-line/command.ts";
import { JSON_LINES_OPTION, SERVER_OPTIONS } from "./command-line/server-options.ts";
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

export const LOGS_OPTIONS = {
  since: { value: "<time>", help: "30m, 1h, 2d, or a time such as 2026-11-21T08:30:00Z; default: 1d" },
  email: { value: "<id>", help: "only events of this email, from its first one" },
  follow: { help: "keep printing new events, until you stop it" },
  ...JSON_LINES_OPTION,
  ...SERVER_OPTIONS,
} as const;

/** Throws a CommandError that says what to type. */
export function readLogsArguments(values: Values<typeof LOGS_OPTIONS>, now: Date): LogsArguments {
  const { follow = false, json = false, email, since, key, url } = values;
  const start = since === undefined ? defaultStart({ follow, email, now }) : readSince("--since", since, now);
  return { server: { key, url }, follow, json, email, since: start?.toISOString() };
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
