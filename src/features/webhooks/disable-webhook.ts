import type { Database } from "../../platform/db/index.ts";
import { recordAccountEvents } from "../account-events/index.ts";
import { insertAuditEvent, SYSTEM } from "../audit/index.ts";
import { setFollower } from "../followers/index.ts";
import { updateWebhook } from "./queries.ts";
import { type DisabledReason, WEBHOOK_FOLLOWER, type WebhookRow } from "./webhook.ts";

/** Disables a webhook that fails, or whose server returned 410. Its follower keeps its cursor. Returns false if the webhook was deleted. */
export async function disableWebhook(
  { db }: Database,
  { webhook, reason }: { webhook: WebhookRow; reason: DisabledReason },
): Promise<boolean> {
  const { account_id: accountId, id, url } = webhook;
  return await db.transaction().execute(async (transaction) => {
    const changed = await updateWebhook(transaction, { accountId, id }, { disabled_reason: reason });
    if (!changed) return false;
    await setFollower(transaction, { name: WEBHOOK_FOLLOWER, shard: id }, { isActive: false });
    const detail = { url, reason };
    await insertAuditEvent(transaction, {
      accountId,
      by: SYSTEM,
      action: "webhook.disabled",
      keyId: null,
      detail,
    });
    await recordAccountEvents(transaction, [
      { accountId, type: "webhook.disabled", subjectId: id, detail: { webhook_id: id, ...detail } },
    ]);
    return true;
  });
}
