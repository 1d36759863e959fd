import type { Query } from "../../api.ts";
import { timeFilters, timeOf } from "../../query-times.ts";
import { oneOf, textOf } from "../../search.ts";

export const CONTACT_STATUSES = ["subscribed", "unsubscribed"] as const;

/** The list's filters and page, in the address bar. Times are those of query-times.ts. */
export type ContactsSearch = {
  /** Part of the address or the name. */
  search?: string | undefined;
  status?: (typeof CONTACT_STATUSES)[number] | undefined;
  /** `name:value`. */
  property?: string | undefined;
  /** When the contact was added. */
  after?: string | undefined;
  before?: string | undefined;
  cursor?: string | undefined;
};

export function contactsSearch(search: Record<string, unknown>): ContactsSearch {
  return {
    search: textOf(search.search),
    status: oneOf(search.status, CONTACT_STATUSES),
    property: propertyOf(search.property),
    after: timeOf(search.after),
    before: timeOf(search.before),
    cursor: textOf(search.cursor),
  };
}

export function hasFilters({ cursor: _, ...filters }: ContactsSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** The filters as API parameters. */
export function apiFilters({ search, status, property, ...range }: ContactsSearch): Query {
  const { after, before } = timeFilters(range);
  return {
    search,
    property,
    subscribed: status === undefined ? undefined : String(status === "subscribed"),
    created_after: after,
    created_before: before,
  };
}

function propertyOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text && /^[^:]+:/.test(text) ? text : undefined;
}
