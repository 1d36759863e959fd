/** The SQL of single suppressions. The list's SQL is in page-queries.ts. */
import { type RawBuilder, sql } from "kysely";
import type { Database, Db } from "../../platform/db/index.ts";
import { accountEventsOf, subjectSql } from "../account-events/index.ts";
import type { ReasonForNoMail, Stream, SuppressionReason, SuppressionSource } from "./suppression.ts";

export type SuppressionRow = {
  address: string;
  address_key: string;
  id: string;
  reason: SuppressionReason;
  unsubscribed_at: Date | null;
  unsubscribed_source: SuppressionSource["type"] | null;
  expires_at: Date | null;
  source: SuppressionSource["type"];
  source_id: string | null;
  by_person_id: string | null;
  by_key_id: number | null;
  event_id: string | null;
  reply_code: number | null;
  reply_status: string | null;
  reply_host: string | null;
  reply_phase: string | null;
  detail: string | null;
  updated_at: Date;
};

export const SUPPRESSION_COLUMNS = [
  "address",
  "address_key",
  "id",
  "reason",
  "unsubscribed_at",
  "unsubscribed_source",
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
  "updated_at",
] as const;

/** An address in an account. */
export type Suppressed = { accountId: string; addressKey: string };

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
 * SQL for the reason why an address currently gets no mail of a stream, or NULL. `row` is a row of `suppressions`, `contact` one of
 * `contacts` (all NULL if a LEFT JOIN found none), `isBulk` an SQL expression.
 */
export function suppressedBy({ row, contact, isBulk }: Record<"row" | "contact" | "isBulk", string>): string {
  return `CASE
    WHEN ${row}.reason <> 'unsubscribe' AND (${row}.expires_at IS NULL OR ${row}.expires_at > now()) THEN ${row}.reason
    WHEN NOT ${isBulk} THEN NULL
    WHEN ${row}.unsubscribed_at IS NOT NULL THEN 'unsubscribe'
    WHEN NOT ${contact}.subscribed THEN 'not_subscribed' END`;
}

/**
 * Events for the rows of a CTE with `account_id, address_key, address, reason, unsubscribed_at, type`. An address has no UUID; its key is
 * the subject.
 */
export function suppressionEvents(of: string) {
  const detail = `jsonb_build_object('address', address, 'reason', reason) || CASE type
    WHEN 'suppression.changed' THEN jsonb_build_object('unsubscribed', unsubscribed_at IS NOT NULL) ELSE '{}' END`;
  return sql.raw(
    accountEventsOf({ of, type: "type", subject: subjectSql("address", "address_key"), detail }),
  );
}

/** SQL: the columns of suppressionEvents() for the rows that a statement changed. */
export function changedRows(type: "suppression.changed" | "suppression.removed") {
  return sql.raw(`account_id, address_key, address, reason, unsubscribed_at, '${type}' AS type`);
}

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
    RETURNING account_id, address_key, address, reason, s.unsubscribed_at, xmax = 0 AS is_new,
      CASE WHEN xmax = 0 THEN 'suppression.added' ELSE 'suppression.changed' END AS type
    ), ${suppressionEvents("written")}
    SELECT account_id, address_key, is_new FROM written`;
  return (await query.execute(db)).rows;
}

/** The key of an advisory lock: writers of an account's suppressions share it, a preview takes it exclusively. */
export function suppressionsLock(accountId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`hashtextextended('suppressions ' || ${accountId}, 0)`;
}

/** Returns the addresses that currently get no mail of the stream, each with its reason. */
export async function selectSuppressed(
  { pool }: Database,
  { accountId, addressKeys, stream }: { accountId: string; addressKeys: string[]; stream: Stream },
): Promise<{ address_key: string; reason: ReasonForNoMail }[]> {
  const { rows } = await pool.query<{ address_key: string; reason: ReasonForNoMail }>({
    name: "select-suppressed",
    text: `
      SELECT address_key, reason FROM (
        SELECT a.key AS address_key, ${suppressedBy({ row: "s", contact: "c", isBulk: "$3::boolean" })} AS reason
        FROM unnest($2::text[]) a (key)
        LEFT JOIN suppressions s ON s.account_id = $1 AND s.address_key = a.key
        LEFT JOIN contacts c ON $3::boolean AND c.account_id = $1 AND c.email_key = a.key
      ) found WHERE reason IS NOT NULL`,
    values: [accountId, addressKeys, stream === "bulk"],
  });
  return rows;
}

/** Returns the address's suppression unless it has expired. */
export async function findSuppression(
  db: Db,
  { accountId, addressKey }: Suppressed,
): Promise<SuppressionRow | null> {
  const row = await db
    .selectFrom("suppressions")
    .select(SUPPRESSION_COLUMNS)
    .where("account_id", "=", accountId)
    .where("address_key", "=", addressKey)
    .where(isInForce)
    .executeTakeFirst();
  return (row as SuppressionRow | undefined) ?? null;
}

/** Names the event that caused a suppression, if the suppression of this email was stored before its event. */
export async function nameEvent(
  db: Db,
  { accountId, addressKey, emailId, eventId }: Suppressed & { emailId: string; eventId: string },
): Promise<void> {
  await sql`UPDATE suppressions SET event_id = ${eventId}
    WHERE account_id = ${accountId} AND address_key = ${addressKey} AND source = 'email' AND source_id = ${emailId}
      AND event_id IS NULL`.execute(db);
}

/** Returns the deleted row. */
export async function deleteSuppression(
  db: Db,
  { accountId, addressKey }: Suppressed,
): Promise<SuppressionRow | null> {
  const columns = sql.raw(SUPPRESSION_COLUMNS.join(", "));
  const { rows } = await sql<SuppressionRow>`
    WITH removed AS (
      DELETE FROM suppressions WHERE account_id = ${accountId} AND address_key = ${addressKey} AND ${isInForce}
      RETURNING account_id, 'suppression.removed' AS type, ${columns}
    ), ${suppressionEvents("removed")}
    SELECT ${columns} FROM removed`.execute(db);
  return rows[0] ?? null;
}

/** Undoes an address's unsubscribe. Every other reason is kept. */
export async function clearUnsubscribe(db: Db, { accountId, addressKey }: Suppressed): Promise<void> {
  await sql`
    WITH removed AS (
      DELETE FROM suppressions WHERE account_id = ${accountId} AND address_key = ${addressKey} AND reason = 'unsubscribe'
      RETURNING ${changedRows("suppression.removed")}
    ), weakened AS (
      UPDATE suppressions SET unsubscribed_at = NULL, unsubscribed_source = NULL, updated_at = now()
      WHERE account_id = ${accountId} AND address_key = ${addressKey} AND reason <> 'unsubscribe' AND unsubscribed_at IS NOT NULL
      RETURNING ${changedRows("suppression.changed")}
    ), changed AS (
      SELECT * FROM removed UNION ALL SELECT * FROM weakened
    ), ${suppressionEvents("changed")}
    SELECT FROM changed`.execute(db);
}

/** Deletes expired suppressions. Recipients who unsubscribed stay unsubscribed. */
export async function sweepExpired({ db }: Database): Promise<void> {
  await sql`
    WITH removed AS (
      DELETE FROM suppressions WHERE expires_at <= now() AND unsubscribed_at IS NULL
      RETURNING ${changedRows("suppression.removed")}
    ), ${suppressionEvents("removed")}
    SELECT FROM removed`.execute(db);
  await sql`
    WITH weakened AS (
      UPDATE suppressions SET ${UNSUBSCRIBED_ONLY}, updated_at = now()
      WHERE expires_at <= now()
      RETURNING ${changedRows("suppression.changed")}
    ), ${suppressionEvents("weakened")}
    SELECT FROM weakened`.execute(db);
}

/** SQL: only the unsubscribe of a suppression is left. Its email, person or key is not known. */
export const UNSUBSCRIBED_ONLY =
  sql.raw(`reason = 'unsubscribe', source = coalesce(unsubscribed_source, 'unknown'), source_id = NULL, by_person_id = NULL,
  by_key_id = NULL, expires_at = NULL, detail = NULL, event_id = NULL, reply_code = NULL, reply_status = NULL, reply_host = NULL,
  reply_phase = NULL`);

/** Expired suppressions have no effect, even before the sweep deletes them. */
export const isUnexpired = sql<boolean>`(expires_at IS NULL OR expires_at > now())`;
export const isInForce = sql<boolean>`(expires_at IS NULL OR expires_at > now() OR unsubscribed_at IS NOT NULL)`;
