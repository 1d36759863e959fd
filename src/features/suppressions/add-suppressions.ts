import { compareKey } from "../../mail/address/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { cleanLine, cleanReply, readReplyLine } from "./clean-reply.ts";
import { type StoredSuppression, upsertSuppressions } from "./queries.ts";
import type { Added, NewSuppression } from "./suppression.ts";

/** A server's reply may be long; the beginning tells why. */
const maxDetailCharacters = 500;

/**
 * Suppresses addresses, of any accounts; answers for each what became of it. Of two reasons for one address the stronger stands,
 * in whatever order they come, so that doing it again, or two at once, changes nothing. Never weakens what stands.
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
    // An address that is named twice is one suppression.
    written.delete(key);
    return added;
  });
}

function toRow(given: NewSuppression): StoredSuppression {
  const detail = cleanLine(given.detail ?? null, maxDetailCharacters);
  return {
    accountId: given.accountId,
    addressKey: compareKey(given.address),
    id: newId(),
    address: given.address,
    reason: given.reason,
    unsubscribedAt: given.unsubscribedAt ?? null,
    expiresAt: given.reason === "unsubscribe" ? null : (given.expiresAt ?? null),
    sourceType: given.source.type,
    sourceId: given.source.id,
    byPersonId: given.source.personId ?? null,
    byKeyId: given.source.keyId ?? null,
    eventId: given.eventId ?? null,
    // The files of other services hold the reply as text alone.
    ...cleanReply(given.reply ?? readReplyLine(detail)),
    detail,
  };
}
