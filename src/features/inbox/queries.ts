/** The SQL of the inbox. */
import type { Database } from "../../platform/db/index.ts";

export type CapturedRow = { id: string; captured_at: Date; is_read: boolean };

export type InboxFilter = {
  accountId: string;
  /** Only emails before this id. */
  beforeId: string;
  /** Part of a captured recipient's address; null: any. */
  recipientPart: string | null;
  isUnread: boolean;
  /** Only these emails; null: all. */
  ids: string[] | null;
};

/**
 * Captured emails that were neither deleted nor cleared. recipients_by_state returns captured recipients in the order of their
 * emails, so a page reads as many rows as it shows. After everything was cleared or read, it reads the whole inbox: 0.1 s for
 * 100,000 emails.
 */
function capturedSql({ accountId, beforeId, recipientPart, isUnread, ids }: InboxFilter) {
  const values: unknown[] = [accountId, beforeId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const recipients = ["account_id = $1", "state = 'captured'", "email_id < $2"];
  if (ids !== null) recipients.push(`email_id = ANY (${parameter(ids)}::uuid[])`);
  if (recipientPart !== null) recipients.push(`strpos(address_key, lower(${parameter(recipientPart)})) > 0`);
  const isRead = "coalesce(i.is_read, c.captured_at <= mark.read_at)";
  const text = `
    WITH mark AS MATERIALIZED (
      SELECT coalesce(max(read_at), '-infinity') AS read_at, coalesce(max(cleared_at), '-infinity') AS cleared_at
      FROM inboxes WHERE account_id = $1
    )
    SELECT c.id, c.captured_at, ${isRead} AS is_read
    FROM mark CROSS JOIN (
      SELECT email_id AS id, max(updated_at) AS captured_at FROM recipients
      WHERE ${recipients.join(" AND ")} GROUP BY email_id
    ) c
    LEFT JOIN inbox_emails i ON i.account_id = $1 AND i.email_id = c.id
    WHERE c.captured_at > mark.cleared_at AND i.deleted_at IS NULL ${isUnread ? `AND NOT ${isRead}` : ""}
    ORDER BY c.id DESC`;
  return { text, values };
}

/** Returns captured emails, newest first. */
export async function listCaptured(
  { pool }: Database,
  filter: InboxFilter,
  limit: number,
): Promise<CapturedRow[]> {
  const { text, values } = capturedSql(filter);
  const { rows } = await pool.query<CapturedRow>(`${text} LIMIT $${values.push(limit)}`, values);
  return rows;
}

/** Counts captured emails, at most up to `limit`. */
export async function countCaptured({ pool }: Database, filter: InboxFilter, limit: number): Promise<number> {
  const { text, values } = capturedSql(filter);
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (${text} LIMIT $${values.push(limit)}) found`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/** Marks emails as read or unread. Returns how many changed. */
export async function markEmails(
  { pool }: Database,
  { accountId, ids, isRead }: { accountId: string; ids: string[]; isRead: boolean },
): Promise<void> {
  await pool.query(
    `INSERT INTO inbox_emails (account_id, email_id, is_read) SELECT $1, id, $3 FROM unnest($2::uuid[]) id ORDER BY id
     ON CONFLICT (account_id, email_id) DO UPDATE SET is_read = excluded.is_read`,
    [accountId, ids, isRead],
  );
}

/** Marks all emails of the inbox as read or unread. The mark decides for each email that had its own. */
export async function markAll(
  { pool }: Database,
  { accountId, isRead }: { accountId: string; isRead: boolean },
): Promise<void> {
  await pool.query(
    `WITH mark AS (
       INSERT INTO inboxes (account_id, read_at) VALUES ($1, CASE WHEN $2::boolean THEN now() ELSE '-infinity' END)
       ON CONFLICT (account_id) DO UPDATE SET read_at = excluded.read_at
     )
     UPDATE inbox_emails SET is_read = NULL WHERE account_id = $1 AND is_read IS NOT NULL`,
    [accountId, isRead],
  );
}

/** Deletes emails from the inbox, or restores deleted ones. */
export async function setDeleted(
  { pool }: Database,
  { accountId, ids, isDeleted }: { accountId: string; ids: string[]; isDeleted: boolean },
): Promise<void> {
  await pool.query(
    `INSERT INTO inbox_emails (account_id, email_id, deleted_at)
     SELECT $1, id, CASE WHEN $3::boolean THEN now() END FROM unnest($2::uuid[]) id ORDER BY id
     ON CONFLICT (account_id, email_id) DO UPDATE SET deleted_at = excluded.deleted_at`,
    [accountId, ids, isDeleted],
  );
}

/** Returns those of the ids that are deleted emails of the inbox. */
export async function findDeleted(
  { pool }: Database,
  { accountId, ids }: { accountId: string; ids: string[] },
): Promise<string[]> {
  const { rows } = await pool.query<{ email_id: string }>(
    `SELECT email_id FROM inbox_emails
     WHERE account_id = $1 AND email_id = ANY ($2::uuid[]) AND deleted_at IS NOT NULL ORDER BY email_id`,
    [accountId, ids],
  );
  return rows.map(({ email_id }) => email_id);
}

/** Clears the inbox: mail that was captured until now is no longer in it. */
export async function setCleared({ pool }: Database, accountId: string): Promise<void> {
  await pool.query(
    `INSERT INTO inboxes AS i (account_id, cleared_at) VALUES ($1, now())
     ON CONFLICT (account_id) DO UPDATE SET cleared_at = now(), cleared_before = i.cleared_at`,
    [accountId],
  );
}

/** Restores what the last clearing removed. */
export async function undoCleared({ pool }: Database, accountId: string): Promise<void> {
  await pool.query("UPDATE inboxes SET cleared_at = cleared_before WHERE account_id = $1", [accountId]);
}
