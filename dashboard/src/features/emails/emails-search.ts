import type { Query } from "../../api.ts";
import type { EmailStatusFilter } from "../../api-types.ts";
import { textOf } from "../../search.ts";
import { STATUS_LOOKS } from "./status-badge.tsx";

/** The list's filters, in the address bar. Days are in the user's time zone, written 2026-11-21. */
export type EmailsSearch = {
  /** One or several, separated by commas. */
  status?: string | undefined;
  /** A recipient's address, or part of it. */
  to?: string | undefined;
  /** Part of the sender's address or name. */
  from?: string | undefined;
  /** Part of the subject. */
  search?: string | undefined;
  /** `name` or `name:value`. */
  tag?: string | undefined;
  /** The first day. */
  after?: string | undefined;
  /** The last day, inclusive. */
  before?: string | undefined;
  cursor?: string | undefined;
};

/** The statuses that a list can be filtered by. */
export const STATUSES = [...Object.keys(STATUS_LOOKS), "complained"] as EmailStatusFilter[];

export function emailsSearch(search: Record<string, unknown>): EmailsSearch {
  return {
    status: readStatuses(textOf(search.status) ?? "") ?? undefined,
    to: textOf(search.to),
    from: textOf(search.from),
    search: textOf(search.search),
    tag: textOf(search.tag),
    after: dayOf(search.after),
    before: dayOf(search.before),
    cursor: textOf(search.cursor),
  };
}

export function hasFilters(search: EmailsSearch): boolean {
  const { status, to, from, search: text, tag, after, before } = search;
  return Boolean(status ?? to ?? from ?? text ?? tag ?? after ?? before);
}

/** The filters as API parameters: the first day's start and the end of the last day. */
export function apiFilters(search: EmailsSearch): Query {
  return {
    status: search.status,
    to: search.to,
    from: search.from,
    search: search.search,
    tag: search.tag,
    after: search.after === undefined ? undefined : startOfDay(search.after, 0),
    before: search.before === undefined ? undefined : startOfDay(search.before, 1),
  };
}

/** Statuses as in the address bar, or null if one is unknown. */
export function readStatuses(text: string): string | null {
  const words = text.toLowerCase().split(",").filter(Boolean);
  const areKnown = words.every((word) => STATUSES.some((status) => status === word));
  return words.length > 0 && areKnown ? words.join(",") : null;
}

/** The day `daysAgo` days before today, in the user's time zone. */
export function dayBefore(today: Date, daysAgo: number): string {
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo);
  const pad = (value: number): string => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

export function dayOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  return Number.isNaN(Date.parse(text)) ? undefined : text;
}

/** Midnight in the user's time zone, also on days of 23 or 25 hours. */
function startOfDay(day: string, plusDays: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + plusDays).toISOString();
}
