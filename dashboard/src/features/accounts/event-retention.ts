import type { Settings } from "../../api-types.ts";

export const DAYS_ERROR = "Enter a number of days from 1 to 3,650, or leave this empty.";

/** The days that a person entered. Null: events are kept. Undefined: the text is not valid. */
export function readDays(text: string): number | null | undefined {
  const digits = text.trim();
  if (digits === "") return null;
  const days = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
  return days >= 1 && days <= 3_650 ? days : undefined;
}

/** `days`: the new retention. */
export type ShorterRetention = { of: "contents" | "events"; days: number };

/** The retentions that become shorter, which removes what is older. Invalid days are left to the server. */
export function shorterRetentions(
  saved: Pick<Settings["account"], "retention_days" | "event_retention_days">,
  entered: { days: string; eventDays: string },
): ShorterRetention[] {
  const retentions = [
    { of: "contents", from: saved.retention_days, days: readDays(entered.days) },
    { of: "events", from: saved.event_retention_days, days: readDays(entered.eventDays) },
  ] as const;
  return retentions.flatMap(({ of, from, days }) =>
    days != null && (from === null || days < from) ? { of, days } : [],
  );
}
