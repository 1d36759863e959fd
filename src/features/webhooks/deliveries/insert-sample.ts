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
  const { at, durationMs: duration_ms, url, format, signature, status, response, error } = outcome;
  const request = { at, duration_ms, url, format, signature, status, response };
  const delivery = {
    ...key,
    subject: event.subject,
    type: event.type,
    attempts: 1,
    tries: 0,
    is_test: true,
  };
  if (outcome.result === "succeeded") {
    await db
      .insertInto("webhook_deliveries")
      .values({ ...delivery, state: "succeeded", ...request })
      .execute();
    return;
  }
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("webhook_deliveries")
      .values({ ...delivery, state: "failed" })
      .execute();
    await transaction
      .insertInto("webhook_attempts")
      .values({ ...key, attempt: 1, ...request, error })
      .execute();
  });
}
