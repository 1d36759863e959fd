import type { ListWebhookEventsQuery } from "../../../api.gen.ts";
import type { Query } from "../../../api.ts";
import { timeFilters, timeOf } from "../../../query-times.ts";
import { oneOf, textOf } from "../../../search.ts";
import { typesOf } from "../webhooks-search.ts";

export const STATES = [
  "pending",
  "succeeded",
  "failed",
] as const satisfies readonly ListWebhookEventsQuery["state"][];

/** The log's filters and page, in the address bar. Times are those of query-times.ts. */
export type DeliveriesSearch = {
  state?: ListWebhookEventsQuery["state"] | undefined;
  type?: ListWebhookEventsQuery["type"] | undefined;
  /** A webhook-id, the ID of an email, contact or other subject, or a domain. */
  search?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
  cursor?: string | undefined;
  /** The event that is open. */
  event?: string | undefined;
};

export function deliveriesSearch(search: Record<string, unknown>): DeliveriesSearch {
  return {
    state: oneOf(search.state, STATES),
    type: typesOf(search.type) as DeliveriesSearch["type"],
    search: textOf(search.search),
    after: timeOf(search.after),
    before: timeOf(search.before),
    cursor: textOf(search.cursor),
    event: textOf(search.event),
  };
}

export function hasFilters({ cursor: _, event: __, ...filters }: DeliveriesSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** The filters as API parameters. */
export function apiFilters({ cursor: _, event: __, ...filters }: DeliveriesSearch): Query {
  return { ...filters, ...timeFilters(filters) };
}
