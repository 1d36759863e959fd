import { CommandError } from "./explain.ts";

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a duration before now (`30m`, `1h`, `2d`) or a time in ISO 8601. */
export function readSince(option: string, text: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const time =
    count && unit
      ? new Date(now.getTime() - Number(count) * units[unit as keyof typeof units])
      : new Date(/^\d{4}-\d{2}-\d{2}/.test(text) ? text : Number.NaN);
  if (Number.isNaN(time.getTime()))
    throw new CommandError(`${option} takes 30m, 1h, 2d or a time such as 2026-11-21T08:30:00Z, not ${text}`);
  return time;
}
