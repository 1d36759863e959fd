import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import { type Follower, releaseFollower } from "../../followers/index.ts";
import { disableWebhook } from "../disable-webhook.ts";
import { type DisabledReason, WEBHOOK_FOLLOWER, type WebhookRow } from "../webhook.ts";
import { nextRetryAt } from "./due-deliveries.ts";
import type { Pumped } from "./webhook-pump.ts";

/** A webhook whose requests fail on this many days in a row is disabled. */
const MAX_FAILING_DAYS = 5;

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
      restMs,
      loadWakeAt: () => nextRetryAt(transaction, webhook.id, webhook.ordering),
    });
    if (!isHeld) return;
    const reason = isGone ? "gone" : restMs > 0 ? await reasonToDisable(transaction, webhook.id) : null;
    if (reason) await disableWebhook(transaction, { webhook, reason });
  });
}

/**
 * By the database's clock, as `failing_since`. Requests must have failed on each of the days: a webhook without events, or a server that was
 * stopped, sends none, and then the first failures afterwards say little.
 */
async function reasonToDisable(db: Db, id: string): Promise<DisabledReason | null> {
  const { rows } = await sql`
    SELECT FROM webhooks w WHERE w.id = ${id} AND w.failing_since < now() - make_interval(days => ${MAX_FAILING_DAYS})
      AND (SELECT count(DISTINCT floor(extract(epoch FROM now() - c.period) / 86400)) FROM webhook_attempt_counts c
        WHERE c.account_id = w.account_id AND c.webhook_id = w.id AND c.period > now() - make_interval(days => ${MAX_FAILING_DAYS})
      ) = ${MAX_FAILING_DAYS}`.execute(db);
  return rows.length > 0 ? "failing" : null;
}
