import type { Database, Db } from "../../../platform/db/index.ts";
import { type Follower, releaseFollower } from "../../followers/index.ts";
import { disableWebhook } from "../disable-webhook.ts";
import { findWebhookById } from "../queries.ts";
import { type DisabledReason, WEBHOOK_FOLLOWER, type WebhookRow } from "../webhook.ts";
import { nextRetryAt } from "./due-deliveries.ts";
import type { Pumped } from "./endpoint-pump.ts";

/** A webhook that fails for this long is disabled. */
const MAX_FAILING_MS = 5 * 86_400_000;

type Released = { webhook: WebhookRow; follower: Follower; pumped: Pumped };

/**
 * Gives the webhook's follower back, and disables the webhook if its server is gone or has failed for days. Does nothing if the lease is
 * over: the webhook may have been changed since, and the responses of its former server say nothing about it.
 */
export async function releaseWebhook(
  { db }: Database,
  { webhook, follower, pumped: { cursor, restMs, isGone } }: Released,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const isHeld = await releaseFollower(transaction, WEBHOOK_FOLLOWER, follower, {
      cursor,
      notBefore: restMs > 0 ? new Date(Date.now() + restMs) : null,
      loadWakeAt: () => nextRetryAt(transaction, webhook.id, webhook.ordering),
    });
    if (!isHeld) return;
    const reason = isGone ? "gone" : restMs > 0 ? await reasonToDisable(transaction, webhook.id) : null;
    if (reason) await disableWebhook(transaction, { webhook, reason });
  });
}

async function reasonToDisable(db: Db, id: string): Promise<DisabledReason | null> {
  const since = (await findWebhookById(db, id))?.failing_since?.getTime() ?? Number.POSITIVE_INFINITY;
  return Date.now() - since > MAX_FAILING_MS ? "failing" : null;
}
