import type { FastifyRequest } from "fastify";
import type { App } from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import {
  addWebhook,
  changeWebhook,
  fromResendTypes,
  listWebhooks,
  readWebhookSecret,
  removeWebhook,
  requireWebhook,
  rotateWebhookSecret,
  toResendTypes,
  type WebhookDeps,
  type WebhookRow,
} from "../../webhooks/index.http.ts";
import { idParams, listOf, type PageQuery, pageQuery } from "./email-schema.ts";
import { cutList } from "./pages.ts";
import {
  listedWebhook,
  namedWebhook,
  newWebhook,
  removedWebhook,
  shownWebhook,
  signedWebhook,
  webhookChange,
} from "./webhook-schema.ts";

const object = "webhook" as const;
const ROTATION_OVERLAP_HOURS = 24;

/** Webhooks with Resend's payloads. */
export function webhookRoutes(app: App, { webhooks }: { webhooks: WebhookDeps }): void {
  const { database } = webhooks;
  app.post(
    "/webhooks",
    { schema: { hide: true, body: newWebhook, response: { 201: signedWebhook } } },
    async (request, reply) => {
      const { endpoint: url, events } = request.body;
      const by = { accountId: request.principal.accountId, by: actorOf(request) };
      const input = { url, types: fromResendTypes(events), format: "resend" as const };
      const { webhook, secret } = await addWebhook(webhooks, by, input);
      return reply.code(201).send({ object, id: webhook.id, signing_secret: secret });
    },
  );

  app.get(
    "/webhooks",
    { schema: { hide: true, querystring: pageQuery, response: { 200: listOf(listedWebhook) } } },
    async ({ principal, query }) => pageOf(await listWebhooks(database.db, principal.accountId), query),
  );

  app.get(
    "/webhooks/:id",
    {
      // With the secret, a program could forge events.
      config: { permission: "full" },
      schema: { hide: true, params: idParams, response: { 200: shownWebhook } },
    },
    async (request) => {
      const { accountId } = request.principal;
      const { id } = await requireWebhook(database, { accountId, id: request.params.id });
      const target = { accountId, id, by: actorOf(request) };
      const { webhook, secret } = await readWebhookSecret(webhooks, target);
      return { object, ...present(webhook), signing_secret: secret };
    },
  );

  changeRoutes(app, { webhooks });
}

function changeRoutes(app: App, { webhooks }: { webhooks: WebhookDeps }): void {
  const targetOf = async (request: FastifyRequest, id: string) => {
    const { accountId } = request.principal;
    const webhook = await requireWebhook(webhooks.database, { accountId, id });
    return { accountId, id: webhook.id, by: actorOf(request) };
  };

  app.patch(
    "/webhooks/:id",
    { schema: { hide: true, params: idParams, body: webhookChange, response: { 200: namedWebhook } } },
    async (request) => {
      const { endpoint, events, status } = request.body;
      const { id } = await changeWebhook(webhooks, await targetOf(request, request.params.id), {
        ...(endpoint !== undefined && { url: endpoint }),
        ...(events && { types: fromResendTypes(events) }),
        ...(status && { enabled: status === "enabled" }),
      });
      return { object, id };
    },
  );

  app.delete(
    "/webhooks/:id",
    { schema: { hide: true, params: idParams, response: { 200: removedWebhook } } },
    async (request) => {
      const target = await targetOf(request, request.params.id);
      await removeWebhook(webhooks, target);
      return { object, id: target.id, deleted: true as const };
    },
  );

  app.post(
    "/webhooks/:id/signing-secret/rotate",
    { schema: { hide: true, params: idParams, response: { 200: signedWebhook } } },
    async (request) => {
      const target = await targetOf(request, request.params.id);
      const { secret } = await rotateWebhookSecret(webhooks, target, {
        overlapHours: ROTATION_OVERLAP_HOURS,
      });
      return { object, id: target.id, signing_secret: secret };
    },
  );
}

function present({ id, url, types, disabled_reason, created_at }: WebhookRow) {
  return {
    id,
    endpoint: url,
    events: toResendTypes(types),
    status: disabled_reason === null ? ("enabled" as const) : ("disabled" as const),
    created_at: created_at.toISOString(),
  };
}

/** Pages of webhooks, newest first. An account has at most 50, so all are loaded. Ids ascend with time. */
function pageOf(webhooks: WebhookRow[], query: PageQuery) {
  const page = cutList(webhooks.toReversed(), query, (webhook, id) =>
    webhook.id === id ? 0 : webhook.id < id ? 1 : -1,
  );
  return { ...page, data: page.data.map(present) };
}
