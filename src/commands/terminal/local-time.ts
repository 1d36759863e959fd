/** A time in ISO 8601 with milliseconds and the offset of this machine's time zone, so that --since accepts it; "-" for null. */
export function localTime(utc: string | null): string {
  if (utc === null) return "-";
  const time = new Date(utc);
  const minutes = -time.getTimezoneOffset();
  if (minutes === 0) return time.toISOString();
  const shifted = new Date(time.getTime() + minutes * 60_000).toISOString().slice(0, -1);
  const offset = Math.abs(minutes);
  const [hours, rest] = [Math.floor(offset / 60), offset % 60].map((part) => String(part).padStart(2, "0"));
  return `${shifted}${minutes < 0 ? "-" : "+"}${hours}:${rest}`;
}
