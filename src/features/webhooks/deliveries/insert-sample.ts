import type { Db } from "../../../platform/db/index.ts";
import type { AttemptOutcome } from "../send/attempt.ts";
import type { WebhookEvent } from "../webhook-event.ts";

type Sent = { event: WebhookEvent; outcome: AttemptOutcome };

/** Stores the delivery of a sample. It does not count in the health of the webhook. */
export async function insertSample(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  { event, outcome }: Sent,
): Promise<void> {
  const key = { account_id: accountId, webhook_id: id, event_id: event.id };
  const { at, durationMs, url, format, signature, status, response, error } = outcome;
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("webhook_deliveries")
      .values({
        ...key,
        subject: event.subject,
        type: event.type,
        state: outcome.result === "succeeded" ? "succeeded" : "failed",
        attempts: 1,
        tries: 0,
        is_test: true,
      })
      .execute();
    await transaction
      .insertInto("webhook_attempts")
      .values({
        ...key,
        attempt: 1,
        at,
        duration_ms: durationMs,
        url,
        format,
        signature,
        status,
        response,
        error,
      })
      .execute();
  });
}
