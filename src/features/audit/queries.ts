/** All SQL of the audit log. */
import { sql } from "kysely";
import { containing, countRows, type Database, type Db } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import type { Actor } from "./actor.ts";
import type { AuditAction } from "./audit-action.ts";

/** Actions that only the program itself does. */
export const BY_SYSTEM: readonly string[] = ["key.paused", "webhook.disabled"] satisfies AuditAction[];

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

export type AuditFilter = {
  accountId: string;
  /** Ids from here (inclusive) … */
  fromId: string;
  /** … up to here (exclusive). */
  beforeId: string;
  /** Any of them; none: all. */
  actions: readonly string[];
  /** Part of a person's address or of a key's name, or the type of actor; null: any. */
  by: string | null;
  /** Part of a key's name, of the action or of a value in the detail; null: any. */
  text: string | null;
};

export type AuditRow = Awaited<ReturnType<typeof listAuditEvents>>[number];

/** Newest first, with the current names of keys and addresses of members. */
export async function listAuditEvents({ db }: Database, filter: AuditFilter, limit: number) {
  return await matching(db, filter)
    .select([
      "event.id",
      "event.action",
      "event.person_id",
      "event.by_key_id",
      "event.key_id",
      "event.detail",
      "event.network",
      "person.email",
      "author.name as by_key_name",
      "key.name as key_name",
    ])
    .orderBy("event.id", "desc")
    .limit(limit)
    .execute();
}

export async function countAuditEvents({ db }: Database, filter: AuditFilter) {
  return await countRows(db, matching(db, filter).select("event.id"));
}

/**
 * Only the range of ids has an index, so a filter reads the account's log until the page is full: 0.1 s for 100,000 events. More indexes
 * would slow every change that is recorded.
 */
function matching(db: Db, { accountId, fromId, beforeId, actions, by, text }: AuditFilter) {
  return db
    .selectFrom("audit_events as event")
    .leftJoin("memberships as member", (join) =>
      join
        .onRef("member.account_id", "=", "event.account_id")
        .onRef("member.person_id", "=", "event.person_id"),
    )
    .leftJoin("people as person", "person.id", "member.person_id")
    .leftJoin("api_keys as author", (join) =>
      join.onRef("author.account_id", "=", "event.account_id").onRef("author.id", "=", "event.by_key_id"),
    )
    .leftJoin("api_keys as key", (join) =>
      join.onRef("key.account_id", "=", "event.account_id").onRef("key.id", "=", "event.key_id"),
    )
    .where("event.account_id", "=", accountId)
    .where("event.id", ">=", fromId)
    .where("event.id", "<", beforeId)
    .$if(actions.length > 0, (query) => query.where("event.action", "in", actions))
    .$if(by !== null, (query) =>
      query.where((row) =>
        row.or([
          row("person.email", "ilike", containing(by)),
          row("author.name", "ilike", containing(by)),
          row(
            sql<string>`CASE WHEN ${row("event.action", "in", BY_SYSTEM)} THEN 'system'
            WHEN event.person_id IS NULL AND event.by_key_id IS NULL THEN 'operator' END`,
            "=",
            by,
          ),
        ]),
      ),
    )
    .$if(text !== null, (query) =>
      query.where((row) =>
        row.or([
          row("key.name", "ilike", containing(text)),
          row("event.action", "ilike", containing(text)),
          // Values at any depth, without the names of fields. The text of the whole detail is compared first, because that takes a tenth of the time.
          sql<boolean>`event.detail::text ILIKE ${containing(JSON.stringify(text).slice(1, -1))}
            AND EXISTS (SELECT FROM jsonb_path_query(event.detail, 'strict $.** ? (@.type() != "object" && @.type() != "array")') value
              WHERE value #>> '{}' ILIKE ${containing(text)})`,
        ]),
      ),
    );
}
