import { CommandError } from "./explain.ts";

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a duration such as `30s`, in milliseconds. */
export function readDuration(option: string, text: string): number {
  const ms = durationOf(text);
  if (!ms) throw new CommandError(`${option} takes a duration such as 30s or 2m, not ${text}`);
  return ms;
}

function durationOf(text: string): number | null {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return count && unit ? Number(count) * UNITS[unit as keyof typeof UNITS] : null;
}

/** Reads a duration before now (`30m`, `1h`, `2d`) or a time in ISO 8601. */
export function readSince(option: string, text: string, now: Date): Date {
  const ms = durationOf(text);
  const time =
    ms === null
      ? new Date(/^\d{4}-\d{2}-\d{2}/.test(text) ? text : Number.NaN)
      : new Date(now.getTime() - ms);
  if (Number.isNaN(time.getTime()))
    throw new CommandError(`${option} takes 30m, 1h, 2d or a time such as 2026-11-21T08:30:00Z, not ${text}`);
  return time;
}
