import type { Query } from "../../api.ts";
import type { EmailStatusFilter } from "../../api-types.ts";
import { timeFilters, timeOf } from "../../query-times.ts";
import { oneOf, someOf, textOf } from "../../search.ts";
import { STATUS_LOOKS } from "./status-badge.tsx";

/** The list's filters, in the address bar. Times are those of query-times.ts. */
export type EmailsSearch = {
  /** One or several, separated by commas. */
  status?: string | undefined;
  /** Only emails with at least one recipient in one of these states, separated by commas. */
  recipient_state?: string | undefined;
  /** A recipient's address, or part of it. */
  to?: string | undefined;
  /** Part of the sender's address or name. */
  from?: string | undefined;
  /** Part of the subject. */
  search?: string | undefined;
  /** `name` or `name:value`. */
  tag?: string | undefined;
  /** The sender's domain. */
  domain?: string | undefined;
  stream?: (typeof STREAMS)[number] | undefined;
  after?: string | undefined;
  before?: string | undefined;
  cursor?: string | undefined;
};

export const STREAMS = ["transactional", "bulk"] as const;

/** The statuses that a list can be filtered by. */
export const STATUSES = [...Object.keys(STATUS_LOOKS), "complained"] as EmailStatusFilter[];

/** The states of a single recipient. */
export const RECIPIENT_STATES = Object.keys(STATUS_LOOKS).filter((name) => name !== "partially_delivered");

export function emailsSearch(search: Record<string, unknown>): EmailsSearch {
  return {
    status: someOf(textOf(search.status)?.toLowerCase(), STATUSES),
    recipient_state: someOf(textOf(search.recipient_state)?.toLowerCase(), RECIPIENT_STATES),
    to: textOf(search.to),
    from: textOf(search.from),
    search: textOf(search.search),
    tag: textOf(search.tag),
    domain: textOf(search.domain),
    stream: oneOf(search.stream, STREAMS),
    after: timeOf(search.after),
    before: timeOf(search.before),
    cursor: textOf(search.cursor),
  };
}

export function hasFilters(search: EmailsSearch): boolean {
  const { cursor: _, ...filters } = search;
  return Object.values(filters).some(Boolean);
}

/** The filters as API parameters. */
export function apiFilters({ cursor: _, ...filters }: EmailsSearch): Query {
  return { ...filters, ...timeFilters(filters) };
}
