import { defineErrors } from "../../platform/errors/index.ts";

export const webhookErrors = defineErrors({
  webhook_not_found: {
    status: 404,
    meaning: "The account has no such webhook.",
    causes: ["The id is wrong, or the webhook was deleted."],
    fix: "List webhooks with `GET /api/v1/webhooks`.",
  },
  webhook_event_not_found: {
    status: 404,
    meaning: "This event was not sent to this webhook in the last 30 days.",
    causes: [
      "The id is wrong, the webhook does not receive this type of event, or the delivery is older than 30 days.",
    ],
    fix: "List deliveries with `GET /api/v1/webhooks/{id}/events`.",
  },
  webhook_secret_lost: {
    status: 409,
    meaning: "The secret of the webhook, or its headers, cannot be read, so nothing is sent to it.",
    causes: ["They were encrypted with a secret key of the server that was lost or replaced."],
    fix: "Replace the secret with `POST /api/v1/webhooks/{id}/rotate`, and set `headers` again if the webhook has any.",
  },
  too_many_webhooks: {
    status: 409,
    meaning: "The account has 50 webhooks, which is the limit.",
    causes: ["Webhooks that are no longer used were not deleted."],
    fix: "Delete a webhook that is no longer used, or add the event types to an existing one.",
  },
});

export function secretLost() {
  return webhookErrors.webhook_secret_lost(
    "The secret or the headers of this webhook were encrypted with another secret key of the server. Rotate the secret, and set the headers again.",
  );
}
