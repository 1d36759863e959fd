import { type App, errorResponses } from "../../../platform/http/index.ts";
import type { WebhookDeps } from "../change-webhooks.ts";
import { listen } from "../listen/listen.ts";
import { listenQuery, listenResponse } from "./listen-schema.ts";

export function listenRoute(app: App, deps: WebhookDeps): void {
  app.get(
    "/webhooks/listen",
    {
      // The length of a compressed response would reveal the secret bit by bit to those who can cause events (BREACH).
      compress: false,
      schema: {
        operationId: "listenToWebhooks",
        summary: "Follow events and replays",
        description:
          "For `posthouse listen`. Returns the account's events, and the replays of all webhooks, after a position, with the bodies that webhooks receive. Poll about once a second.",
        querystring: listenQuery,
        response: { 200: listenResponse, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ principal: { accountId, keyId }, query }) =>
      listen(deps, {
        accountId,
        keyId: keyId ?? null,
        after: query.after ?? null,
        types: query.types ?? "",
        format: query.format ?? "posthouse",
      }),
  );
}
