/** The SQL of single suppressions, except how they are written (upsert-suppressions.ts). The list's SQL is in page-queries.ts. */
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
 * Events for the rows of a CTE with `account_id, address_key, address, reason, unsubscribed_at, source, source_id, type`. An address has
 * no UUID; its key is the subject.
 */
export function suppressionEvents(of: string) {
  const detail = `jsonb_build_object('address', address, 'reason', reason) || CASE type
    WHEN 'suppression.added' THEN jsonb_build_object('source', source)
      || CASE WHEN source IN ('email', 'link') THEN jsonb_build_object('email_id', source_id) ELSE '{}' END
    WHEN 'suppression.changed' THEN jsonb_build_object('unsubscribed', unsubscribed_at IS NOT NULL) ELSE '{}' END`;
  return sql.raw(
    accountEventsOf({ of, type: "type", subject: subjectSql("address", "address_key"), detail }),
  );
}

/** SQL: the columns of suppressionEvents() for the rows that a statement changed. */
export function changedRows(type: "suppression.changed" | "suppression.removed") {
  return sql.raw(
    `account_id, address_key, address, reason, unsubscribed_at, source, source_id, '${type}' AS type`,
  );
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
        LEFT JOIN contacts c ON $3::boolean AND c.account_id = $1 AND c.email_key = a.key AND NOT c.subscribed
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

/** Rows that one transaction of the sweep changes. Writers of these rows wait for it, and so do readers of events. */
const EXPIRED_ROWS = 5_000;

/** Deletes expired suppressions. Recipients who unsubscribed stay unsubscribed. */
export async function sweepExpired({ db }: Database): Promise<void> {
  let swept = EXPIRED_ROWS;
  while (swept === EXPIRED_ROWS) swept = await sweepExpiredChunk(db);
}

/** locked: the rows that are still expired, in the order of their keys. Other statements lock in the same order. */
async function sweepExpiredChunk(db: Db): Promise<number> {
  const { rows } = await sql<{ swept: number }>`
    WITH expired AS MATERIALIZED (
      SELECT account_id, address_key FROM suppressions WHERE expires_at <= now() ORDER BY expires_at LIMIT ${EXPIRED_ROWS}
    ), locked AS MATERIALIZED (
      SELECT s.account_id, s.address_key, s.unsubscribed_at FROM suppressions s JOIN expired USING (account_id, address_key)
      WHERE s.expires_at <= now() ORDER BY s.account_id, s.address_key FOR UPDATE OF s
    ), removed AS (
      DELETE FROM suppressions WHERE (account_id, address_key) IN (SELECT account_id, address_key FROM locked WHERE unsubscribed_at IS NULL)
      RETURNING ${changedRows("suppression.removed")}
    ), weakened AS (
      UPDATE suppressions SET ${UNSUBSCRIBED_ONLY}, updated_at = now()
      WHERE (account_id, address_key) IN (SELECT account_id, address_key FROM locked WHERE unsubscribed_at IS NOT NULL)
      RETURNING ${changedRows("suppression.changed")}
    ), changed AS (
      SELECT * FROM removed UNION ALL SELECT * FROM weakened
    ), ${suppressionEvents("changed")}
    SELECT count(*)::integer AS swept FROM expired`.execute(db);
  return rows[0]?.swept ?? 0;
}

/** SQL: only the unsubscribe of a suppression is left. Its email, person or key is not known. */
export const UNSUBSCRIBED_ONLY =
  sql.raw(`reason = 'unsubscribe', source = coalesce(unsubscribed_source, 'unknown'), source_id = NULL, by_person_id = NULL,
  by_key_id = NULL, expires_at = NULL, detail = NULL, event_id = NULL, reply_code = NULL, reply_status = NULL, reply_host = NULL,
  reply_phase = NULL`);

/** Expired suppressions have no effect, even before the sweep deletes them. */
export const isUnexpired = sql<boolean>`(expires_at IS NULL OR expires_at > now())`;
export const isInForce = sql<boolean>`(expires_at IS NULL OR expires_at > now() OR unsubscribed_at IS NOT NULL)`;
