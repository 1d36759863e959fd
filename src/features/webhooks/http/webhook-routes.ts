import { Type } from "typebox";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { actorOf } from "../../audit/index.ts";
import {
  addWebhook,
  changeWebhook,
  readWebhookSecret,
  removeWebhook,
  rotateWebhookSecret,
  type WebhookDeps,
  webhookNotFound,
} from "../change-webhooks.ts";
import { findWebhook, listWebhooks } from "../queries.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { presentWebhook } from "./present-webhook.ts";
import {
  changeWebhookRequest,
  createdWebhook,
  createWebhookRequest,
  rotateRequest,
  webhook,
  webhookParams,
  webhookSecret,
  webhooksResponse,
} from "./schema.ts";

/** The webhook routes, the same for programs (/api/v1) and the dashboard (/api). */
export function webhookRoutes(deps: WebhookDeps) {
  return (app: App, _options: object, done: () => void) => {
    collectionRoutes(app, deps);
    memberRoutes(app, deps);
    secretRoutes(app, deps);
    deliveryRoutes(app, deps);
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
    async ({ principal }) => ({
      webhooks: (await listWebhooks(deps.database.db, principal.accountId)).map(presentWebhook),
    }),
  );

  app.post(
    "/webhooks",
    {
      schema: {
        operationId: "createWebhook",
        summary: "Add a webhook",
        description:
          "The webhook gets the events from now on, each at least once, and those about the same email in order. The response has the secret that verifies the signatures.",
        body: createWebhookRequest,
        response: { 201: createdWebhook, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const { accountId } = request.principal;
      const created = await addWebhook(deps, { accountId, by: actorOf(request) }, request.body);
      return reply.code(201).send({ ...presentWebhook(created.webhook), secret: created.secret });
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
      return presentWebhook(found);
    },
  );

  app.patch(
    "/webhooks/:id",
    {
      schema: {
        operationId: "changeWebhook",
        summary: "Change a webhook",
        description: "Fields that are absent stay unchanged. Events that are being sent are sent again.",
        params: webhookParams,
        body: changeWebhookRequest,
        response: { 200: webhook, ...errorResponses(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const { accountId } = request.principal;
      const target = { accountId, id: readId(request.params.id), by: actorOf(request) };
      return presentWebhook(await changeWebhook(deps, target, request.body));
    },
  );

  app.delete(
    "/webhooks/:id",
    {
      schema: {
        operationId: "removeWebhook",
        summary: "Delete a webhook",
        description: "Events that were not sent yet are not sent.",
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

function secretRoutes(app: App, deps: WebhookDeps): void {
  app.get(
    "/webhooks/:id/secret",
    {
      schema: {
        operationId: "getWebhookSecret",
        summary: "Get the secret of a webhook",
        params: webhookParams,
        response: { 200: webhookSecret, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async ({ principal: { accountId }, params }) => ({
      secret: await readWebhookSecret(deps, { accountId, id: readId(params.id) }),
    }),
  );

  app.post(
    "/webhooks/:id/rotate",
    {
      schema: {
        operationId: "rotateWebhookSecret",
        summary: "Replace the secret of a webhook",
        description: "Both secrets sign for 24 hours, so that the receiver can change its secret meanwhile.",
        params: webhookParams,
        body: rotateRequest,
        response: { 200: webhookSecret, ...errorResponses(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const { accountId } = request.principal;
      const target = { accountId, id: readId(request.params.id), by: actorOf(request) };
      return {
        secret: await rotateWebhookSecret(deps, target, { overlapHours: request.body.overlap_hours ?? 24 }),
      };
    },
  );
}

function readId(text: string): string {
  if (!isId(text)) throw webhookNotFound();
  return text;
}
