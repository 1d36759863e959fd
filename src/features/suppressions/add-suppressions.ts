import { compareKey } from "../../mail/address/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { cleanLine, cleanReply, readReplyLine } from "./clean-reply.ts";
import type { Added, NewSuppression } from "./suppression.ts";
import { type StoredSuppression, upsertSuppressions } from "./upsert-suppressions.ts";

/** A server's reply may be long; its beginning has the reason. */
const MAX_DETAIL_CHARACTERS = 500;

/**
 * Suppresses addresses of any accounts and returns the result of each. When an address has two reasons, the stronger one is kept,
 * in whatever order they arrive. Repeated and concurrent calls therefore give the same result. A suppression is never weakened.
 */
export async function addSuppressions(db: Db, suppressions: NewSuppression[]): Promise<Added[]> {
  const rows = suppressions.map(toRow);
  if (rows.length === 0) return [];
  const written = new Map<string, Added>();
  for (const { account_id, address_key, is_new } of await upsertSuppressions(db, rows))
    written.set(`${account_id} ${address_key}`, is_new ? "created" : "changed");
  return rows.map(({ accountId, addressKey }) => {
    const key = `${accountId} ${addressKey}`;
    const added = written.get(key) ?? "unchanged";
    // An address that appears twice is one suppression.
    written.delete(key);
    return added;
  });
}

function toRow(suppression: NewSuppression): StoredSuppression {
  const detail = cleanLine(suppression.detail ?? null, MAX_DETAIL_CHARACTERS);
  return {
    accountId: suppression.accountId,
    addressKey: compareKey(suppression.address),
    id: newId(),
    address: suppression.address,
    reason: suppression.reason,
    unsubscribedAt: suppression.unsubscribedAt ?? null,
    unsubscribedSource: null,
    expiresAt: suppression.reason === "unsubscribe" ? null : (suppression.expiresAt ?? null),
    sourceType: suppression.source.type,
    sourceId: suppression.source.id,
    byPersonId: suppression.source.personId ?? null,
    byKeyId: suppression.source.keyId ?? null,
    eventId: suppression.eventId ?? null,
    // Files from other services contain the reply only as text.
    ...cleanReply(suppression.reply ?? readReplyLine(detail)),
    detail,
  };
}
