/** Parses the value of `<input type="datetime-local">`, in the user's time zone. Returns null if it is not a time. */
export function momentOf(local: string): Date | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(local);
  if (!match) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = match.slice(1).map(Number);
  return new Date(year, month - 1, day, hour, minute);
}

/** The reverse: a date as the input's value. */
export function localTime(at: Date): string {
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** 2026-11-21 08:30 UTC */
export function utcText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** The user's time zone: Europe/Berlin. */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
