/** All SQL of the audit log. */
import type { Database, Db } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import type { Actor } from "./actor.ts";
import type { AuditAction } from "./audit-action.ts";

/** Actions that only the program itself does. */
export const BY_SYSTEM: readonly string[] = ["key.paused"] satisfies AuditAction[];

export type NewAuditEvent = {
  accountId: string;
  by: Actor;
  action: AuditAction;
  /** The key that was changed, or null. */
  keyId: number | null;
  /** The change, for people; never contains secrets. */
  detail?: Record<string, unknown>;
};

/** Call this in the transaction of the change. */
export async function insertAuditEvent(db: Db, event: NewAuditEvent): Promise<void> {
  await db
    .insertInto("audit_events")
    .values({
      account_id: event.accountId,
      id: newId(),
      person_id: event.by.personId,
      by_key_id: event.by.keyId,
      action: event.action,
      key_id: event.keyId,
      detail: JSON.stringify(event.detail ?? {}),
      network: event.by.network,
    })
    .execute();
}

/** Newest first, with the current names of keys and addresses of members. */
export async function listAuditEvents(
  { db }: Database,
  { accountId, beforeId, limit }: { accountId: string; beforeId: string; limit: number },
) {
  return await db
    .selectFrom("audit_events as event")
    .leftJoin("memberships as member", (join) =>
      join
        .onRef("member.account_id", "=", "event.account_id")
        .onRef("member.person_id", "=", "event.person_id"),
    )
    .leftJoin("people as person", "person.id", "member.person_id")
    .leftJoin("api_keys as key", (join) =>
      join.onRef("key.account_id", "=", "event.account_id").onRef("key.id", "=", "event.key_id"),
    )
    .select([
      "event.id",
      "event.action",
      "event.person_id",
      "event.by_key_id",
      "event.key_id",
      "event.detail",
      "event.network",
      "person.email",
      "key.name as key_name",
    ])
    .where("event.account_id", "=", accountId)
    .where("event.id", "<", beforeId)
    .orderBy("event.id", "desc")
    .limit(limit)
    .execute();
}
