import { parseArgs } from "node:util";
import { CommandError } from "./explain.ts";
import type { ServerOptions } from "./open-client.ts";

export type LogsArguments = {
  server: ServerOptions;
  follow: boolean;
  json: boolean;
  email: string | undefined;
  /** ISO 8601; undefined: from the first event on. */
  since: string | undefined;
};

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** What people want who say nothing: of one email everything, of all a day, and who follows wants what comes. */
const dayMs = units.d;

/** Throws CommandError with what to type. */
export function readLogsArguments(args: string[], now: Date): LogsArguments {
  const { follow = false, json = false, email, since, key, url } = parse(args);
  const start = since === undefined ? defaultStart({ follow, email, now }) : readStart(since, now);
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
  return follow ? now : new Date(now.getTime() - dayMs);
}

/** `30m`, `1h`, `2d`, or a time in ISO 8601. */
function readStart(text: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const start =
    count && unit
      ? new Date(now.getTime() - Number(count) * units[unit as keyof typeof units])
      : new Date(/^\d{4}-\d{2}-\d{2}/.test(text) ? text : Number.NaN);
  if (Number.isNaN(start.getTime()))
    throw new CommandError(`--since takes 30m, 1h, 2d or a time such as 2026-11-21T08:30:00Z, not ${text}`);
  return start;
}
