import { type App, errorResponses } from "../../../platform/http/index.ts";
import {
  loadDelivery,
  pageDeliveries,
  replayEvents,
  toResendTypes,
  type WebhookDeps,
} from "../../webhooks/index.http.ts";
import { idParams, listOf, pageQuery } from "./email-schema.ts";
import { cutList, readPage } from "./pages.ts";
import { eventParams, listedAttempt, listedEvent, namedEvent, shownEvent } from "./webhook-schema.ts";

/** The deliveries of a webhook: `webhooks.events` of the SDK. */
export function webhookEventRoutes(app: App, { webhooks }: { webhooks: WebhookDeps }): void {
  const { database } = webhooks;
  app.get(
    "/webhooks/:id/events",
    {
      schema: {
        hide: true,
        params: idParams,
        querystring: pageQuery,
        response: { 200: listOf(listedEvent) },
      },
    },
    async ({ principal: { accountId }, params: { id }, query }) => {
      const { limit, after: afterId } = readPage(query);
      const { deliveries, hasMore } = await pageDeliveries(database, { accountId, id, limit, afterId });
      const data = deliveries.map(({ eventId, type, createdAt, state, attempts }) => ({
        id: eventId,
        type: toResendTypes([type])[0] ?? type,
        created_at: createdAt.toISOString(),
        status: statusOf({ state, attempts }),
      }));
      return { object: "list" as const, has_more: hasMore, data };
    },
  );

  app.get(
    "/webhooks/:id/events/:event",
    { schema: { hide: true, params: eventParams, response: { 200: shownEvent } } },
    async ({ principal: { accountId }, params: { id, event } }) => {
      const found = await loadDelivery(webhooks, { accountId, id }, event);
      const payload = JSON.parse(found.payload ?? "null") as { created_at?: string } | null;
      return {
        object: "webhook_event" as const,
        id: found.event_id,
        type: toResendTypes([found.type])[0] ?? found.type,
        created_at: payload?.created_at ?? found.updated_at,
        status: statusOf(found),
        next_attempt_at: found.next_attempt_at,
        payload,
      };
    },
  );

  app.post(
    "/webhooks/:id/events/:event/replay",
    { schema: { hide: true, params: eventParams, response: { 200: namedEvent, ...errorResponses(404) } } },
    async ({ principal: { accountId }, params: { id, event } }) => {
      await replayEvents(database, { accountId, id }, { event_id: event });
      return { object: "webhook_event" as const, id: event };
    },
  );

  app.get(
    "/webhooks/:id/events/:event/attempts",
    {
      schema: {
        hide: true,
        params: eventParams,
        querystring: pageQuery,
        response: { 200: listOf(listedAttempt) },
      },
    },
    async ({ principal: { accountId }, params: { id, event }, query }) => {
      const { log } = await loadDelivery(webhooks, { accountId, id }, event);
      // Newest first. Attempts are numbered from 1.
      const page = cutList(log.toReversed(), query, ({ attempt }, number) => Number(number) - attempt);
      const data = page.data.map(({ attempt, status, response, error, at }) => ({
        id: String(attempt),
        http_status_code: status ?? 0,
        response: response ?? error ?? "",
        sent_at: at,
      }));
      return { ...page, data };
    },
  );
}

function statusOf({ state, attempts }: { state: "pending" | "succeeded" | "failed"; attempts: number }) {
  if (state === "succeeded") return "success" as const;
  if (state === "failed") return "failed" as const;
  return attempts > 0 ? ("attempting" as const) : ("pending" as const);
}
