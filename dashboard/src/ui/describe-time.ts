const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const date = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

const DAY_MS = 86_400_000;

/** "3 minutes ago", "yesterday", "in 2 days"; the date if it is more than a month away. Days are those of the user's calendar. */
export function describeTime(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  // If the server's clock is slightly ahead, recent events are in the future.
  if (Math.abs(seconds) < 45) return seconds > 10 ? "in a moment" : "just now";
  if (Math.abs(seconds) > 30 * 86_400) return date.format(at);
  const days = dayOf(at) - dayOf(now);
  // On the day of 25 hours, a whole day can pass within one date.
  if (Math.abs(seconds) >= 86_400 && days !== 0) return relative.format(days, "day");
  if (Math.abs(seconds) >= 3_600) return relative.format(Math.trunc(seconds / 3_600), "hour");
  return relative.format(Math.trunc(seconds / 60) || Math.sign(seconds), "minute");
}

/** The number of the day in the user's time zone. */
function dayOf(time: Date): number {
  return Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / DAY_MS;
}
