import { timeNow } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { WebhookDeps } from "../change-webhooks.ts";
import { requireWebhook } from "../deliveries/find-deliveries.ts";
import { insertSample } from "../deliveries/insert-sample.ts";
import { bodyOf } from "../payloads/body-of.ts";
import { sampleEvent } from "../payloads/sample-event.ts";
import { attemptWebhook } from "./attempt.ts";
import { destinationOf } from "./destination-of.ts";

/** Sends a sample event at once, through the guarded client. It is in the log and is not retried. Errors: `webhook_not_found`, `webhook_secret_lost`, `validation_failed`. */
export async function sendSample(
  { database, secrets, poster }: Pick<WebhookDeps, "database" | "secrets" | "poster">,
  target: { accountId: string; id: string },
  type: string,
) {
  const webhook = await requireWebhook(database, target);
  const event = sampleEvent(type, newId());
  if (bodyOf(event, webhook.format) === null) {
    const message = `has no equivalent in the format ${webhook.format}`;
    throw errors.validation_failed(`type ${message}`, { fields: [{ path: "type", message }] });
  }
  const pool = `sample ${event.id}`;
  const destination = { ...destinationOf(secrets, webhook), pool };
  const outcome = await attemptWebhook(poster, destination, event, await timeNow(database));
  poster.release(pool);
  await insertSample(database.db, target, { event, outcome });
  const { result, status, durationMs, response, error } = outcome;
  return {
    event_id: event.id,
    type,
    succeeded: result === "succeeded",
    status,
    duration_ms: durationMs,
    response,
    error,
  };
}
