import { useNow } from "./use-now.ts";

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "long" });
const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 minutes ago", "in 2 days"; beyond a month the date itself, which says more than a large number. */
function describeTime(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  // A server's clock that is a little ahead puts what has just happened into the future.
  if (Math.abs(seconds) < 45) return seconds > 10 ? "in a moment" : "just now";
  if (Math.abs(seconds) > 30 * 86_400) return day.format(at);
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return relative.format(Math.trunc(seconds / 60) || Math.sign(seconds), "minute");
}

/** A moment as a person would say it; the exact time, with its zone, on hover. */
export function Time({ value, className }: { value: string; className?: string }) {
  const at = new Date(value);
  const now = useNow();
  return (
    <time dateTime={value} title={exact.format(at)} className={className}>
      {describeTime(at, new Date(now))}
    </time>
  );
}

const moment = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});
const momentOfYear = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** A time that somebody has chosen: the day and the hour themselves, in the reader's zone. */
export function MomentText({ value, className }: { value: string; className?: string }) {
  const at = new Date(value);
  const isThisYear = at.getFullYear() === new Date().getFullYear();
  return (
    <time dateTime={value} title={exact.format(at)} className={className}>
      {(isThisYear ? moment : momentOfYear).format(at)}
    </time>
  );
}
