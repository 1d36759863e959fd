import type { Db } from "../../platform/db/index.ts";
import { recordAccountEvents } from "../account-events/index.ts";
import { insertAuditEvent, SYSTEM } from "../audit/index.ts";
import { setFollower } from "../followers/index.ts";
import { markDisabled } from "./queries.ts";
import { type DisabledReason, WEBHOOK_FOLLOWER, type WebhookRow } from "./webhook.ts";

/**
 * Disables a webhook that fails, or whose receiver wants no more events, unless it was deleted or disabled meanwhile. Its follower, which
 * the transaction has locked, keeps its place in the feed. The users' mail follows the account event.
 */
export async function disableWebhook(
  transaction: Db,
  { webhook, reason }: { webhook: WebhookRow; reason: DisabledReason },
): Promise<void> {
  const { account_id: accountId, id, url } = webhook;
  if (!(await markDisabled(transaction, { accountId, id }, reason))) return;
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
}
