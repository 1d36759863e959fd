import type { Query } from "../../api.ts";
import type { Reason, SourceType } from "../../api-types.ts";
import { oneOf, textOf } from "../../search.ts";
import { REASONS, SOURCE_TYPES } from "./suppression.ts";

/** Ranges up to now. */
export const RECENT_RANGES = ["1h", "24h", "7d", "30d"] as const;
export type RecentRange = (typeof RECENT_RANGES)[number];

/** The list's filters and page, in the address bar. Times are in the user's time zone, written 2026-11-21T08:30. */
export type SuppressionsSearch = {
  search?: string | undefined;
  reason?: Reason | undefined;
  source?: SourceType | undefined;
  domain?: string | undefined;
  /** An enhanced status code, or part of the reply's text or host. */
  reply?: string | undefined;
  last?: RecentRange | undefined;
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
};

export function suppressionsSearch(search: Record<string, unknown>): SuppressionsSearch {
  return {
    search: textOf(search.search),
    reason: oneOf(search.reason, REASONS),
    source: oneOf(search.source, SOURCE_TYPES),
    domain: textOf(search.domain),
    reply: textOf(search.reply),
    last: oneOf(search.last, RECENT_RANGES),
    from: momentOf(search.from),
    to: momentOf(search.to),
    cursor: textOf(search.cursor),
  };
}

export function hasFilters(search: SuppressionsSearch): boolean {
  const { cursor: _, ...filters } = search;
  return Object.values(filters).some((value) => value !== undefined);
}

const HOUR_MS = 3_600_000;
const RANGE_MS: Record<RecentRange, number> = {
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 7 * 24 * HOUR_MS,
  "30d": 30 * 24 * HOUR_MS,
};

/** The filters as API parameters. */
export function apiFilters(search: SuppressionsSearch, now: Date): Query {
  const { last, from, to } = search;
  const after = last ? new Date(now.getTime() - RANGE_MS[last]) : from ? new Date(from) : undefined;
  return {
    search: search.search,
    reason: search.reason,
    source: search.source,
    domain: search.domain,
    reply: search.reply,
    after: after?.toISOString(),
    before: !last && to ? new Date(to).toISOString() : undefined,
  };
}

function momentOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return undefined;
  return Number.isNaN(Date.parse(text)) ? undefined : text;
}
