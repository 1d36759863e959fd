import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { suppressionEvents, suppressionsLock } from "./queries.ts";
import type { SuppressionReason } from "./suppression.ts";

export type StoredSuppression = {
  accountId: string;
  addressKey: string;
  id: string;
  address: string;
  reason: SuppressionReason;
  unsubscribedAt: Date | null;
  /** Null: that of the suppression. */
  unsubscribedSource: string | null;
  expiresAt: Date | null;
  sourceType: string;
  sourceId: string | null;
  byPersonId: string | null;
  byKeyId: number | null;
  eventId: string | null;
  replyCode: number | null;
  replyStatus: string | null;
  replyHost: string | null;
  replyPhase: string | null;
  detail: string | null;
};

/** Columns that are replaced together with the reason. `id` is one of them, so that a new reason moves the row to the top of the list. */
const REASON_COLUMNS = [
  "id",
  "reason",
  "expires_at",
  "source",
  "source_id",
  "by_person_id",
  "by_key_id",
  "event_id",
  "reply_code",
  "reply_status",
  "reply_host",
  "reply_phase",
  "detail",
];

/**
 * Returns the rows that were written. A row that is no stronger than the existing one is not written.
 *
 * strongest: the strongest row of each address. Rows of deleted accounts are dropped.
 * locked, begun: `updated_at` is read from the clock under a shared lock of the account. A removal's preview takes that lock
 *   exclusively for a moment, so every later write has a later time (removals/).
 * INSERT: in the order of the keys, so that two statements never deadlock.
 */
export async function upsertSuppressions(
  db: Db,
  rows: StoredSuppression[],
): Promise<{ account_id: string; address_key: string; is_new: boolean }[]> {
  const column = <K extends keyof StoredSuppression>(name: K) => rows.map((row) => row[name]);
  const stronger = sql`suppression_strength(excluded.reason, excluded.expires_at, excluded.source)
    > suppression_strength(s.reason, s.expires_at, s.source)`;
  const isOwnRequest = (row: string) =>
    sql.raw(`coalesce(${row}.unsubscribed_source IN ('email', 'link'), false)`);
  const hasBetterUnsubscribe = sql`(excluded.unsubscribed_at IS NOT NULL AND (s.unsubscribed_at IS NULL
    OR ${isOwnRequest("excluded")} AND NOT ${isOwnRequest("s")}))`;
  const columns = sql.raw(["account_id", "address_key", "address", ...REASON_COLUMNS].join(", "));
  const changed = (name: string) =>
    sql`${sql.ref(name)} = CASE WHEN ${stronger} THEN excluded.${sql.ref(name)} ELSE s.${sql.ref(name)} END`;
  const query = sql<{ account_id: string; address_key: string; is_new: boolean }>`
    WITH strongest AS MATERIALIZED (
      SELECT DISTINCT ON (account_id, address_key) g.*,
        min(coalesce(unsubscribed_at, CASE reason WHEN 'unsubscribe' THEN now() END))
          OVER (PARTITION BY account_id, address_key) AS first_unsubscribed_at,
        first_value(CASE WHEN unsubscribed_at IS NOT NULL OR reason = 'unsubscribe' THEN coalesce(unsubscribed_source, source) END)
          OVER (PARTITION BY account_id, address_key
            ORDER BY unsubscribed_at IS NOT NULL OR reason = 'unsubscribe' DESC, coalesce(unsubscribed_source, source) IN ('email', 'link') DESC)
          AS first_unsubscribed_source
      FROM unnest(${column("accountId")}::uuid[], ${column("addressKey")}::text[], ${column("id")}::uuid[],
        ${column("address")}::text[], ${column("reason")}::text[], ${column("unsubscribedAt")}::timestamptz[],
        ${column("expiresAt")}::timestamptz[], ${column("sourceType")}::text[], ${column("sourceId")}::text[],
        ${column("byPersonId")}::uuid[], ${column("byKeyId")}::integer[], ${column("eventId")}::uuid[],
        ${column("replyCode")}::smallint[], ${column("replyStatus")}::text[], ${column("replyHost")}::text[],
        ${column("replyPhase")}::text[], ${column("detail")}::text[], ${column("unsubscribedSource")}::text[])
        AS g (account_id, address_key, id, address, reason, unsubscribed_at, expires_at, source, source_id, by_person_id, by_key_id,
          event_id, reply_code, reply_status, reply_host, reply_phase, detail, unsubscribed_source)
      WHERE EXISTS (SELECT FROM accounts WHERE accounts.id = g.account_id)
      ORDER BY account_id, address_key, suppression_strength(reason, expires_at, source) DESC
    ), locked AS MATERIALIZED (
      SELECT pg_advisory_xact_lock_shared(${suppressionsLock(sql`account_id`)})
      FROM (SELECT DISTINCT account_id FROM strongest ORDER BY account_id) accounts
    ), begun AS MATERIALIZED (
      SELECT count(*), clock_timestamp() AS at FROM locked
    ), written AS (
    INSERT INTO suppressions AS s (${columns}, unsubscribed_at, unsubscribed_source, updated_at)
    SELECT ${columns}, first_unsubscribed_at, first_unsubscribed_source, begun.at FROM strongest, begun ORDER BY account_id, address_key
    ON CONFLICT (account_id, address_key) DO UPDATE SET
      unsubscribed_at = coalesce(s.unsubscribed_at, excluded.unsubscribed_at),
      unsubscribed_source = CASE WHEN ${hasBetterUnsubscribe} THEN excluded.unsubscribed_source ELSE s.unsubscribed_source END, updated_at = excluded.updated_at,
      ${sql.join(REASON_COLUMNS.map(changed))}
    WHERE ${stronger} OR ${hasBetterUnsubscribe}
    RETURNING account_id, address_key, address, reason, s.unsubscribed_at, source, source_id, xmax = 0 AS is_new,
      CASE WHEN xmax = 0 THEN 'suppression.added' ELSE 'suppression.changed' END AS type
    ), ${suppressionEvents("written")}
    SELECT account_id, address_key, is_new FROM written`;
  return (await query.execute(db)).rows;
}
