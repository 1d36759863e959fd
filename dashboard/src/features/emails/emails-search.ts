import type { Query } from "../../api.ts";
import type { EmailStatusFilter } from "../../api-types.ts";
import { oneOf, textOf } from "../../search.ts";
import { EVENT_LOOKS, STATUS_LOOKS } from "./status-badge.tsx";

/** The list's filters, in the address bar. Days are in the user's time zone, written 2026-11-21. */
export type EmailsSearch = {
  status?: EmailStatusFilter | undefined;
  /** A recipient's full address. */
  to?: string | undefined;
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

/** The statuses that a list can be filtered by, with their looks. */
export const STATUS_FILTERS = { ...STATUS_LOOKS, complained: EVENT_LOOKS.complained };
export const STATUSES = Object.keys(STATUS_FILTERS) as EmailStatusFilter[];

export function emailsSearch(search: Record<string, unknown>): EmailsSearch {
  return {
    status: oneOf(search.status, STATUSES),
    to: textOf(search.to),
    search: textOf(search.search),
    tag: textOf(search.tag),
    after: dayOf(search.after),
    before: dayOf(search.before),
    cursor: textOf(search.cursor),
  };
}

export function hasFilters(search: EmailsSearch): boolean {
  const { status, to, search: text, tag, after, before } = search;
  return Boolean(status ?? to ?? text ?? tag ?? after ?? before);
}

/** The filters as API parameters: the first day's start and the end of the last day. */
export function apiFilters(search: EmailsSearch): Query {
  return {
    status: search.status,
    to: search.to,
    search: search.search,
    tag: search.tag,
    after: search.after === undefined ? undefined : startOfDay(search.after, 0),
    before: search.before === undefined ? undefined : startOfDay(search.before, 1),
  };
}

/** The day `daysAgo` days before today, in the user's time zone. */
export function dayBefore(today: Date, daysAgo: number): string {
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo);
  const pad = (value: number): string => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

function dayOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  return Number.isNaN(Date.parse(text)) ? undefined : text;
}

/** Midnight in the user's time zone, also on days of 23 or 25 hours. */
function startOfDay(day: string, plusDays: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + plusDays).toISOString();
}
