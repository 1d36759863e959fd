import { momentOf } from "../../emails/compose/local-time.ts";

/** When a key ends: never, after a number of days, or at a date. */
export const EXPIRIES = [
  { value: "never", label: "Never" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
  { value: "date", label: "On a date" },
] as const;
export type Expiry = (typeof EXPIRIES)[number]["value"];

const DAY_MS = 86_400_000;

/** The time as the API takes it. A date that is none is returned as entered, so that the API names the error. */
export function expiresAtOf(expiry: Expiry, date: string, now: Date): string | null {
  if (expiry === "never") return null;
  if (expiry === "date") return momentOf(date)?.toISOString() ?? date;
  return new Date(now.getTime() + Number(expiry) * DAY_MS).toISOString();
}
