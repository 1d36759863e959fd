import { describeTime } from "./describe-time.ts";
import { useNow } from "./use-now.ts";

const exact = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "long" });
const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

/** A relative time; the exact time, with its zone, on hover. */
export function Time({ value, className }: { value: string; className?: string }) {
  const at = new Date(value);
  // Renders again with each tick. An event that arrived since the last one would be in the future.
  useNow();
  return (
    <time dateTime={value} title={exact.format(at)} className={className}>
      {describeTime(at, new Date())}
    </time>
  );
}

const clock = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hourCycle: "h23",
});

const dayOfYear = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });

/** The exact time in the user's time zone, with milliseconds, and the date if it is not today: "Nov 21, 19:24:32.402". */
export function ExactTime({ value, className }: { value: string; className?: string }) {
  const at = new Date(value);
  const now = new Date(useNow());
  const isToday = at.toDateString() === now.toDateString();
  const date = at.getFullYear() === now.getFullYear() ? dayOfYear : day;
  return (
    <time dateTime={value} title={exact.format(at)} className={className}>
      {isToday ? clock.format(at) : `${date.format(at)}, ${clock.format(at)}`}
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

/** A time that a user has chosen: date and time in the user's time zone. */
export function MomentText({ value, className }: { value: string; className?: string }) {
  const at = new Date(value);
  const isThisYear = at.getFullYear() === new Date().getFullYear();
  return (
    <time dateTime={value} title={exact.format(at)} className={className}>
      {(isThisYear ? moment : momentOfYear).format(at)}
    </time>
  );
}
