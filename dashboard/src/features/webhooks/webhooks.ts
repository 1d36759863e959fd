import { queryOptions } from "@tanstack/react-query";
import type { ListWebhooksResponse, ReplayWebhookEventsResponse } from "../../api.gen.ts";
import { api } from "../../api.ts";
import type {
  CreatedWebhook,
  Webhook,
  WebhookInput,
  WebhookReplay,
  WebhookSecret,
  WebhookTest,
  WebhookType,
} from "../../api-types.ts";

/** The prefix of every webhook query's key; changes invalidate it. */
export const WEBHOOKS_KEY = ["webhooks"];
/** Health changes slowly, so a shorter interval would show nothing new. */
const POLL_MS = 5_000;

export const pathOf = (id: string) => `/api/webhooks/${encodeURIComponent(id)}`;

export const webhooksQuery = queryOptions({
  queryKey: [...WEBHOOKS_KEY, "list"],
  queryFn: ({ signal }) => api.get<ListWebhooksResponse>("/api/webhooks", signal),
  refetchInterval: ({ state }) => (state.data === undefined ? false : POLL_MS),
});

export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, "one", id],
    queryFn: ({ signal }) => api.get<Webhook>(pathOf(id), signal),
    refetchInterval: ({ state }) => (state.data === undefined ? false : POLL_MS),
  });
}

export function createWebhook(input: WebhookInput): Promise<CreatedWebhook> {
  return api.post("/api/webhooks", input);
}

export type WebhookChange = Partial<WebhookInput> & { enabled?: boolean; resume?: "stopped" | "now" };

export function changeWebhook(id: string, change: WebhookChange): Promise<Webhook> {
  return api.patch(pathOf(id), change);
}

export function removeWebhook(id: string): Promise<void> {
  return api.delete(pathOf(id));
}

/** Not a query, because secrets must not stay in the cache. */
export function loadSecret(id: string): Promise<WebhookSecret> {
  return api.get(`${pathOf(id)}/secret`);
}

export function rotateSecret(id: string, overlapHours: number): Promise<WebhookSecret> {
  return api.post(`${pathOf(id)}/rotate`, { overlap_hours: overlapHours });
}

export function testWebhook(id: string, type: WebhookType): Promise<WebhookTest> {
  return api.post(`${pathOf(id)}/test`, { type });
}

export function replayEvents(id: string, replay: WebhookReplay): Promise<ReplayWebhookEventsResponse> {
  return api.post(`${pathOf(id)}/replay`, replay);
}
