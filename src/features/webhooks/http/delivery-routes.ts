import { type App, csvFile, errorResponses, listQuery, sendCsv } from "../../../platform/http/index.ts";
import { emailParams } from "../../emails/index.http.ts";
import type { WebhookDeps } from "../change-webhooks.ts";
import { exportDeliveries } from "../deliveries/export-deliveries.ts";
import { findDeliveries, loadDelivery } from "../deliveries/find-deliveries.ts";
import { findDeliveriesOfEmail } from "../deliveries/find-deliveries-of-email.ts";
import { replayEvents } from "../deliveries/replay-events.ts";
import {
  deliveriesResponse,
  delivery,
  deliveryParams,
  exportDeliveriesQuery,
  listDeliveriesQuery,
  replayRequest,
  replayResponse,
} from "./delivery-schema.ts";
import { emailDeliveriesResponse } from "./email-deliveries-schema.ts";
import { webhookParams } from "./webhook-schema.ts";

type DeliveryDeps = Pick<WebhookDeps, "database" | "secrets">;

/** The log of a webhook, and replays. */
export function deliveryRoutes(app: App, deps: DeliveryDeps): void {
  logRoutes(app, deps);
  replayRoute(app, deps);
  emailRoute(app, deps);
}

function logRoutes(app: App, { database, secrets }: DeliveryDeps): void {
  app.get(
    "/webhooks/:id/events",
    {
      schema: {
        operationId: "listWebhookEvents",
        summary: "List the events that were sent to a webhook",
        description:
          "Newest first, of at least the last 30 days. Events that wait for their first attempt are not listed.",
        params: webhookParams,
        querystring: listDeliveriesQuery,
        response: { 200: deliveriesResponse, ...errorResponses(401, 403, 404, 422, 503) },
      },
    },
    async ({ principal: { accountId }, params: { id }, query }) =>
      findDeliveries(database, { accountId, id }, query),
  );

  app.get(
    "/webhooks/:id/events/export",
    {
      schema: {
        operationId: "exportWebhookEvents",
        summary: "Download the events that were sent to a webhook as CSV",
        description:
          "Returns all events of the log, or those that match the filters, each with its last attempt, newest first. A cell that a spreadsheet would run as a formula is prefixed with `'`.",
        params: webhookParams,
        querystring: exportDeliveriesQuery,
        produces: ["text/csv"],
        response: { 200: csvFile, ...errorResponses(401, 403, 404, 422, 503) },
      },
    },
    async ({ principal: { accountId }, params: { id }, query }, reply) =>
      sendCsv(reply, {
        name: "webhook-events.csv",
        parts: await exportDeliveries(database, { accountId, id }, query),
      }),
  );

  app.get(
    "/webhooks/:id/events/:event_id",
    {
      schema: {
        operationId: "getWebhookEvent",
        summary: "Get an event with its attempts",
        params: deliveryParams,
        response: { 200: delivery, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async ({ principal: { accountId }, params: { id, event_id } }) =>
      loadDelivery({ database, secrets }, { accountId, id }, event_id),
  );
}

function replayRoute(app: App, { database }: DeliveryDeps): void {
  app.post(
    "/webhooks/:id/replay",
    {
      schema: {
        operationId: "replayWebhookEvents",
        summary: "Send events again",
        description:
          "One event, those of a time, or by default all that failed, at most 50,000. They can be sent to another webhook. Events of a time that the webhook has not read yet are not counted: it gets them anyway. The `webhook-id` of an event stays the same.",
        params: webhookParams,
        body: replayRequest,
        response: { 200: replayResponse, ...errorResponses(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    async ({ principal: { accountId }, params: { id }, body }) => ({
      replayed: await replayEvents(database, { accountId, id }, body),
    }),
  );
}

function emailRoute(app: App, { database }: DeliveryDeps): void {
  app.get(
    "/emails/:id/webhook-deliveries",
    {
      schema: {
        operationId: "listEmailWebhookDeliveries",
        summary: "List the webhook deliveries of an email",
        description:
          "The deliveries of the email's events to all webhooks in the last 30 days, oldest event first. Events that wait for their first attempt are not listed.",
        params: emailParams,
        querystring: listQuery,
        response: { 200: emailDeliveriesResponse, ...errorResponses(401, 403, 404, 422, 503) },
      },
    },
    async ({ principal: { accountId }, params: { id }, query }) =>
      findDeliveriesOfEmail(database, { accountId, id }, query),
  );
}
