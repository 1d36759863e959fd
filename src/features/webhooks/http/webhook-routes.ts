import { Type } from "typebox";
import { type App, csvFile, errorResponses, sendCsv } from "../../../platform/http/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { actorOf } from "../../audit/index.ts";
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  type WebhookDeps,
  webhookNotFound,
} from "../change-webhooks.ts";
import { findWebhook, listWebhooks } from "../queries.ts";
import type { WebhookRow } from "../webhook.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { exportWebhooks } from "./export-webhooks.ts";
import { listenRoute } from "./listen-route.ts";
import { type PresentedWebhook, presentWebhooks } from "./present-webhook.ts";
import { secretRoutes } from "./secret-routes.ts";
import { testRoute } from "./test-route.ts";
import {
  changeWebhookRequest,
  createdWebhook,
  createWebhookRequest,
  exportWebhooksQuery,
  webhook,
  webhookParams,
  webhooksResponse,
} from "./webhook-schema.ts";

/** The webhook routes, the same for programs (/api/v1) and the dashboard (/api). */
export function webhookRoutes(deps: WebhookDeps) {
  return (app: App, _options: object, done: () => void) => {
    collectionRoutes(app, deps);
    memberRoutes(app, deps);
    secretRoutes(app, deps);
    deliveryRoutes(app, deps);
    testRoute(app, deps);
    listenRoute(app, deps);
    done();
  };
}

function collectionRoutes(app: App, deps: WebhookDeps): void {
  app.get(
    "/webhooks",
    {
      schema: {
        operationId: "listWebhooks",
        summary: "List webhooks",
        description: "Oldest first. An account has at most 50.",
        response: { 200: webhooksResponse, ...errorResponses(401, 403, 503) },
      },
    },
    async ({ principal: { accountId } }) => {
      const rows = await listWebhooks(deps.database.db, accountId);
      return { webhooks: await presentWebhooks(deps, accountId, rows) };
    },
  );

  app.get(
    "/webhooks/export",
    {
      schema: {
        operationId: "exportWebhooks",
        summary: "Download webhooks as CSV",
        description:
          "Returns all webhooks, or those that match the filters, oldest first, without their secrets. A cell that a spreadsheet would run as a formula is prefixed with `'`.",
        querystring: exportWebhooksQuery,
        produces: ["text/csv"],
        response: { 200: csvFile, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal, query }, reply) =>
      sendCsv(reply, { name: "webhooks.csv", parts: exportWebhooks(deps, principal.accountId, query) }),
  );

  app.post(
    "/webhooks",
    {
      schema: {
        operationId: "createWebhook",
        summary: "Add a webhook",
        description:
          "The webhook receives all later events, each at least once, and those about the same email in order. The response has the secret that verifies the signatures.",
        body: createWebhookRequest,
        response: { 201: createdWebhook, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const { accountId } = request.principal;
      const created = await addWebhook(deps, { accountId, by: actorOf(request) }, request.body);
      const presented = await presentOne(deps, accountId, created.webhook);
      return reply.code(201).send({ ...presented, secret: created.secret });
    },
  );
}

function memberRoutes(app: App, deps: WebhookDeps): void {
  app.get(
    "/webhooks/:id",
    {
      schema: {
        operationId: "getWebhook",
        summary: "Get a webhook",
        params: webhookParams,
        response: { 200: webhook, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async ({ principal: { accountId }, params }) => {
      const found = await findWebhook(deps.database.db, { accountId, id: readId(params.id) });
      if (!found) throw webhookNotFound();
      return await presentOne(deps, accountId, found);
    },
  );

  app.patch(
    "/webhooks/:id",
    {
      schema: {
        operationId: "changeWebhook",
        summary: "Change a webhook",
        description:
          "Absent fields are unchanged. Requests in flight may be sent again with the changed settings.",
        params: webhookParams,
        body: changeWebhookRequest,
        response: { 200: webhook, ...errorResponses(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const { accountId } = request.principal;
      const target = { accountId, id: readId(request.params.id), by: actorOf(request) };
      return await presentOne(deps, accountId, await changeWebhook(deps, target, request.body));
    },
  );

  app.delete(
    "/webhooks/:id",
    {
      schema: {
        operationId: "removeWebhook",
        summary: "Delete a webhook",
        description: "Pending events are not sent.",
        params: webhookParams,
        response: {
          204: Type.Null({ description: "The webhook was deleted." }),
          ...errorResponses(401, 403, 404, 503),
        },
      },
    },
    async (request, reply) => {
      const { accountId } = request.principal;
      await removeWebhook(deps, { accountId, id: readId(request.params.id), by: actorOf(request) });
      return reply.code(204).send(null);
    },
  );
}

async function presentOne(deps: WebhookDeps, accountId: string, row: WebhookRow): Promise<PresentedWebhook> {
  const [presented] = await presentWebhooks(deps, accountId, [row]);
  return presented as PresentedWebhook;
}

function readId(text: string): string {
  if (!isId(text)) throw webhookNotFound();
  return text;
}
