import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListWebhookEventsResponse } from "../../../api.gen.ts";
import { api, withQuery } from "../../../api.ts";
import type { WebhookDeliveryDetail } from "../../../api-types.ts";
import { totalQuery } from "../../../total-query.ts";
import { pathOf, WEBHOOKS_KEY } from "../webhooks.ts";
import { apiFilters, type DeliveriesSearch } from "./deliveries-search.ts";

const POLL_MS = 2_000;
/** A search reads all events of the account that are not about mail: 70 ms for a million. */
const SEARCH_POLL_MS = 15_000;
// As in other lists.
const PAGE_SIZE = 25;

/** One page of the log. Only the first page updates live. */
export function deliveriesQuery(webhookId: string, search: DeliveriesSearch) {
  const query = { ...apiFilters(search), cursor: search.cursor, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, "deliveries", webhookId, query],
    queryFn: ({ signal }) =>
      api.get<ListWebhookEventsResponse>(withQuery(`${pathOf(webhookId)}/events`, query), signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (search.cursor !== undefined || state.data === undefined) return false;
      return search.search === undefined ? POLL_MS : SEARCH_POLL_MS;
    },
  });
}

export function deliveriesTotalQuery(webhookId: string, search: DeliveriesSearch) {
  const key = [...WEBHOOKS_KEY, "deliveries", webhookId];
  return totalQuery(key, `${pathOf(webhookId)}/events`, apiFilters(search));
}

export function exportPath(webhookId: string, search: DeliveriesSearch): string {
  return withQuery(`${pathOf(webhookId)}/events/export`, apiFilters(search));
}

export function deliveryQuery(webhookId: string, eventId: string) {
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, "delivery", webhookId, eventId],
    queryFn: ({ signal }) =>
      api.get<WebhookDeliveryDetail>(`${pathOf(webhookId)}/events/${encodeURIComponent(eventId)}`, signal),
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? POLL_MS : false),
  });
}
