import { type App, errorResponses } from "../../../platform/http/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { actorOf } from "../../audit/index.ts";
import {
  readWebhookSecret,
  rotateWebhookSecret,
  type WebhookDeps,
  webhookNotFound,
} from "../change-webhooks.ts";
import type { WebhookRow } from "../webhook.ts";
import { previousSecretUntil } from "./present-webhook.ts";
import { rotateRequest, webhookParams, webhookSecret } from "./webhook-schema.ts";

/** Secrets need the permission `full`, because a program with a secret could forge events. */
export function secretRoutes(app: App, deps: WebhookDeps): void {
  app.get(
    "/webhooks/:id/secret",
    {
      config: { permission: "full" },
      schema: {
        operationId: "getWebhookSecret",
        summary: "Get the secret of a webhook",
        description: "The audit log records who got it.",
        params: webhookParams,
        response: { 200: webhookSecret, ...errorResponses(401, 403, 404, 409, 503) },
      },
    },
    async (request) => {
      const { accountId } = request.principal;
      const target = { accountId, id: readId(request.params.id), by: actorOf(request) };
      return presentSecret(await readWebhookSecret(deps, target));
    },
  );

  app.post(
    "/webhooks/:id/rotate",
    {
      schema: {
        operationId: "rotateWebhookSecret",
        summary: "Replace the secret of a webhook",
        description:
          "Requests are signed with the new secret at once. For `overlap_hours`, they are also signed with the previous one, so that the receiver can change its secret without missing an event. At most five previous secrets sign. Each secret has its own public key (`public_keys` of the webhook), which is replaced with the same overlap. SendGrid's signature changes to the key of the new secret when the previous one expires (`sendgrid_public_keys`).",
        params: webhookParams,
        body: rotateRequest,
        response: { 200: webhookSecret, ...errorResponses(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const { accountId } = request.principal;
      const target = { accountId, id: readId(request.params.id), by: actorOf(request) };
      const overlapHours = request.body.overlap_hours ?? 24;
      return presentSecret(await rotateWebhookSecret(deps, target, { overlapHours }));
    },
  );
}

function presentSecret({ webhook, secret }: { webhook: WebhookRow; secret: string }) {
  return { secret, previous_secret_until: previousSecretUntil(webhook) };
}

function readId(text: string): string {
  if (!isId(text)) throw webhookNotFound();
  return text;
}
