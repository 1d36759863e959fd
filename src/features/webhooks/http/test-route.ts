import { type App, errorResponses } from "../../../platform/http/index.ts";
import type { WebhookDeps } from "../change-webhooks.ts";
import { sendSample } from "../send/send-sample.ts";
import { testRequest, testResponse } from "./delivery-schema.ts";
import { webhookParams } from "./webhook-schema.ts";

export function testRoute(app: App, deps: WebhookDeps): void {
  app.post(
    "/webhooks/:id/test",
    {
      schema: {
        operationId: "testWebhook",
        summary: "Send a sample event",
        description:
          "Sends a sample of the type and returns the response. It also works for a disabled webhook. The sample is listed among the webhook's events, and is not retried.",
        params: webhookParams,
        body: testRequest,
        response: { 200: testResponse, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async ({ principal: { accountId }, params: { id }, body }) =>
      sendSample(deps, { accountId, id }, body.type),
  );
}
