/** The SQL of single suppressions; page-queries.ts has that of the list. */
import { type RawBuilder, sql } from "kysely";
import type { Database, Db } from "../../platform/db/index.ts";
import type { Stream, SuppressionReason, SuppressionSource } from "./suppression.ts";

export type SuppressionRow = {
  address: string;
  address_key: string;
  id: string;
  reason: SuppressionReason;
  unsubscribed_at: Date | null;
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

export const suppressionColumns = [
  "address",
  "address_key",
  "id",
  "reason",
  "unsubscribed_at",
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

/** What belongs to the reason that stands, and is replaced with it. `id` is among them: the list shows what is new on top. */
const reasonColumns = [
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
 * The reason for which an address gets no mail of a stream now, or NULL: SQL over a row of `suppressions` (all NULL where a LEFT
 * JOIN found none) and an expression of the stream.
 */
export function suppressedBy({ row, stream }: { row: string; stream: string }): string {
  return `CASE
    WHEN ${row}.reason <> 'unsubscribe' AND (${row}.expires_at IS NULL OR ${row}.expires_at > now()) THEN ${row}.reason
    WHEN ${row}.unsubscribed_at IS NOT NULL AND ${stream} = 'bulk' THEN 'unsubscribe' END`;
}

/**
 * Answers with what was written; a row that says no more than the one that stood is left out.
 *
 * locked, begun: `updated_at` is a clock that is read under a shared lock of the account, so that a preview of a removal, which takes
 *   the lock alone for a moment, knows that every later write has a later time (removals/).
 * given: the strongest row of each address; nobody is left to suppress for in an account that is gone.
 * INSERT: in the order of the keys, so that two statements never wait for each other.
 */
export async function upsertSuppressions(
  db: Db,
  rows: StoredSuppression[],
): Promise<{ account_id: string; address_key: string; is_new: boolean }[]> {
  const column = <K extends keyof StoredSuppression>(name: K) => rows.map((row) => row[name]);
  const stronger = sql`suppression_strength(excluded.reason, excluded.expires_at)
    > suppression_strength(s.reason, s.expires_at)`;
  const columns = sql.raw(["account_id", "address_key", "address", ...reasonColumns].join(", "));
  const changed = (name: string) =>
    sql`${sql.ref(name)} = CASE WHEN ${stronger} THEN excluded.${sql.ref(name)} ELSE s.${sql.ref(name)} END`;
  const query = sql<{ account_id: string; address_key: string; is_new: boolean }>`
    WITH given AS MATERIALIZED (
      SELECT DISTINCT ON (account_id, address_key) g.*,
        min(coalesce(unsubscribed_at, CASE reason WHEN 'unsubscribe' THEN now() END))
          OVER (PARTITION BY account_id, address_key) AS first_unsubscribed_at
      FROM unnest(${column("accountId")}::uuid[], ${column("addressKey")}::text[], ${column("id")}::uuid[],
        ${column("address")}::text[], ${column("reason")}::text[], ${column("unsubscribedAt")}::timestamptz[],
        ${column("expiresAt")}::timestamptz[], ${column("sourceType")}::text[], ${column("sourceId")}::text[],
        ${column("byPersonId")}::uuid[], ${column("byKeyId")}::integer[], ${column("eventId")}::uuid[],
        ${column("replyCode")}::smallint[], ${column("replyStatus")}::text[], ${column("replyHost")}::text[],
        ${column("replyPhase")}::text[], ${column("detail")}::text[])
        AS g (account_id, address_key, id, address, reason, unsubscribed_at, expires_at, source, source_id, by_person_id, by_key_id,
          event_id, reply_code, reply_status, reply_host, reply_phase, detail)
      WHERE EXISTS (SELECT FROM accounts WHERE accounts.id = g.account_id)
      ORDER BY account_id, address_key, suppression_strength(reason, expires_at) DESC
    ), locked AS MATERIALIZED (
      SELECT pg_advisory_xact_lock_shared(${suppressionsLock(sql`account_id`)})
      FROM (SELECT DISTINCT account_id FROM given ORDER BY account_id) accounts
    ), begun AS MATERIALIZED (
      SELECT count(*), clock_timestamp() AS at FROM locked
    )
    INSERT INTO suppressions AS s (${columns}, unsubscribed_at, updated_at)
    SELECT ${columns}, first_unsubscribed_at, begun.at FROM given, begun ORDER BY account_id, address_key
    ON CONFLICT (account_id, address_key) DO UPDATE SET
      unsubscribed_at = coalesce(s.unsubscribed_at, excluded.unsubscribed_at), updated_at = excluded.updated_at,
      ${sql.join(reasonColumns.map(changed))}
    WHERE ${stronger} OR (s.unsubscribed_at IS NULL AND excluded.unsubscribed_at IS NOT NULL)
    RETURNING account_id, address_key, xmax = 0 AS is_new`;
  return (await query.execute(db)).rows;
}

/** The key of an advisory lock: writers of an account's suppressions share it, a preview takes it alone. */
export function suppressionsLock(accountId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`hashtextextended('suppressions ' || ${accountId}, 0)`;
}

/** Of these addresses the ones that get no mail of the stream now, with the reason. */
export async function selectSuppressed(
  { pool }: Database,
  { accountId, addressKeys, stream }: { accountId: string; addressKeys: string[]; stream: Stream },
): Promise<{ address_key: string; reason: SuppressionReason }[]> {
  const { rows } = await pool.query<{ address_key: string; reason: SuppressionReason }>({
    name: "select-suppressed",
    text: `
      SELECT address_key, reason FROM (
        SELECT s.address_key, ${suppressedBy({ row: "s", stream: "$3" })} AS reason
        FROM suppressions s WHERE account_id = $1 AND address_key = ANY ($2::text[])
      ) found WHERE reason IS NOT NULL`,
    values: [accountId, addressKeys, stream],
  });
  return rows;
}

/** What is there of an address, whether it keeps back anything now or not. */
export async function findSuppression(
  db: Db,
  { accountId, addressKey }: Suppressed,
): Promise<SuppressionRow | null> {
  const row = await db
    .selectFrom("suppressions")
    .select(suppressionColumns)
    .where("account_id", "=", accountId)
    .where("address_key", "=", addressKey)
    .where(isInForce)
    .executeTakeFirst();
  return (row as SuppressionRow | undefined) ?? null;
}

/** Answers with what was there. */
export async function deleteSuppression(
  db: Db,
  { accountId, addressKey }: Suppressed,
): Promise<SuppressionRow | null> {
  const row = await db
    .deleteFrom("suppressions")
    .where("account_id", "=", accountId)
    .where("address_key", "=", addressKey)
    .where(isInForce)
    .returning(suppressionColumns)
    .executeTakeFirst();
  return (row as SuppressionRow | undefined) ?? null;
}

/** Takes back that an address unsubscribed; every other reason stands. */
export async function clearUnsubscribe(db: Db, { accountId, addressKey }: Suppressed): Promise<void> {
  await sql`DELETE FROM suppressions WHERE account_id = ${accountId} AND address_key = ${addressKey}
    AND reason = 'unsubscribe'`.execute(db);
  await sql`UPDATE suppressions SET unsubscribed_at = NULL, updated_at = now()
    WHERE account_id = ${accountId} AND address_key = ${addressKey}`.execute(db);
}

/** What has expired goes; who had unsubscribed stays unsubscribed. */
export async function sweepExpired({ pool }: Database): Promise<void> {
  await pool.query(`DELETE FROM suppressions WHERE expires_at <= now() AND unsubscribed_at IS NULL`);
  await pool.query(
    `UPDATE suppressions SET reason = 'unsubscribe', expires_at = NULL, detail = NULL, event_id = NULL, reply_code = NULL,
       reply_status = NULL, reply_host = NULL, reply_phase = NULL, updated_at = now()
     WHERE expires_at <= now()`,
  );
}

/** What has expired is as good as gone, also before it is swept. */
export const isUnexpired = sql<boolean>`(expires_at IS NULL OR expires_at > now())`;
export const isInForce = sql<boolean>`(expires_at IS NULL OR expires_at > now() OR unsubscribed_at IS NOT NULL)`;
