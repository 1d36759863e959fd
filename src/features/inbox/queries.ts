/** The SQL of the inbox. */
import type { Database } from "../../platform/db/index.ts";
import { FIRST_ID, LAST_ID } from "../../platform/ids/index.ts";

/** With fewer matching emails, all are found by the time of their capture; with more, reading by id soon fills a page. */
const FEW_EMAILS = 500;

/** Every captured email of an account. */
export function allOf(accountId: string): InboxFilter {
  return {
    ...{ accountId, beforeId: LAST_ID, fromId: FIRST_ID, untilId: LAST_ID },
    ...{ recipientPart: null, isUnread: false, ids: null },
  };
}

export type CapturedRow = { id: string; captured_at: Date; is_read: boolean };

export type InboxFilter = {
  accountId: string;
  /** Only emails before this id, where the previous page ended. */
  beforeId: string;
  /** Only emails accepted in this time: ids from here (inclusive) … */
  fromId: string;
  /** … up to here (exclusive). */
  untilId: string;
  /** Part of a captured recipient's address; null: any. */
  recipientPart: string | null;
  isUnread: boolean;
  /** Only these emails; null: all. */
  ids: string[] | null;
};

const MARK = `mark AS MATERIALIZED (
      SELECT coalesce(max(read_at), '-infinity') AS read_at, coalesce(max(cleared_at), '-infinity') AS cleared_at
      FROM inboxes WHERE account_id = $1
    )`;

/** The values of a statement. `add` returns the name of the parameter. */
function parametersFor({ accountId }: InboxFilter) {
  const values: unknown[] = [accountId];
  return { values, add: (value: unknown) => `$${values.push(value)}` };
}

/** The conditions of a time, if there is one. */
function rangeOf(
  { fromId, untilId }: InboxFilter,
  column: string,
  add: (value: unknown) => string,
): string[] {
  return [
    ...(fromId === FIRST_ID ? [] : [`${column} >= ${add(fromId)}`]),
    ...(untilId === LAST_ID ? [] : [`${column} < ${add(untilId)}`]),
  ];
}

/** Returns captured emails that were neither deleted nor cleared, newest first. */
export async function listNewest(
  database: Database,
  filter: InboxFilter,
  limit: number,
): Promise<CapturedRow[]> {
  const ids = await findCaptured(database, filter, FEW_EMAILS);
  if (ids.length === 0) return [];
  return await listCaptured(database, ids.length < FEW_EMAILS ? { ...filter, ids } : filter, limit);
}

/**
 * Emails are read in the order of their ids, and LATERAL with OFFSET 0 keeps the planner from hashing all of them, so a page reads as
 * many rows as it shows: 1 ms for the first of 100,000 emails, instead of 0.1 s. It is slow where it must skip many emails for a few;
 * `findCaptured` finds those.
 */
export async function listCaptured(
  { pool }: Database,
  filter: InboxFilter,
  limit: number,
): Promise<CapturedRow[]> {
  const { values, add } = parametersFor(filter);
  const recipients = ["account_id = $1", "state = 'captured'", `email_id < ${add(filter.beforeId)}`];
  recipients.push(...rangeOf(filter, "email_id", add));
  if (filter.ids !== null) recipients.push(`email_id = ANY (${add(filter.ids)}::uuid[])`);
  if (filter.recipientPart !== null)
    recipients.push(`strpos(address_key, lower(${add(filter.recipientPart)})) > 0`);
  const isRead = "coalesce(i.is_read, c.captured_at <= mark.read_at)";
  const { rows } = await pool.query<CapturedRow>(
    `WITH ${MARK}
    SELECT c.id, c.captured_at, ${isRead} AS is_read
    FROM mark CROSS JOIN LATERAL (
      SELECT email_id AS id, max(updated_at) AS captured_at FROM recipients
      WHERE ${recipients.join(" AND ")} GROUP BY email_id ORDER BY email_id DESC
    ) c
    LEFT JOIN LATERAL (
      SELECT is_read, deleted_at FROM inbox_emails WHERE account_id = $1 AND email_id = c.id OFFSET 0
    ) i ON true
    WHERE c.captured_at > mark.cleared_at AND i.deleted_at IS NULL ${filter.isUnread ? `AND NOT ${isRead}` : ""}
    ORDER BY c.id DESC LIMIT ${add(limit)}`,
    values,
  );
  return rows;
}

/**
 * Returns the ids of at most `limit` emails of the inbox, in any order; `beforeId` and `ids` do not apply.
 *
 * recipients_captured starts at the mark, so mail that was read or cleared before is not read again: 1 ms after everything was. The
 * scalar subqueries are evaluated for each row until the limit is reached; as joins they would be evaluated for all rows first.
 */
export async function findCaptured(
  { pool }: Database,
  filter: InboxFilter,
  limit: number,
): Promise<string[]> {
  const { values, add } = parametersFor(filter);
  const part = filter.recipientPart === null ? null : add(filter.recipientPart);
  const matches = (table: string) =>
    part === null ? "" : `AND strpos(${table}.address_key, lower(${part})) > 0`;
  const range = (table: string) =>
    rangeOf(filter, `${table}.email_id`, add).map((condition) => `AND ${condition}`);
  const ranges = { c: range("c").join(" "), l: "" };
  const captured = (table: "c" | "l") =>
    `${table}.account_id = $1 AND ${table}.state = 'captured' ${matches(table)} ${ranges[table]}`;
  // An email counts once: at the recipient that was captured last.
  const isLast = `c.position = (
        SELECT l.position FROM recipients l WHERE ${captured("l")} AND l.email_id = c.email_id
        ORDER BY l.updated_at DESC, l.position LIMIT 1)`;
  const state = `SELECT i.deleted_at IS NOT NULL ${filter.isUnread ? "OR i.is_read IS NOT NULL" : ""}
        FROM inbox_emails i WHERE i.account_id = $1 AND i.email_id = c.email_id`;
  const since = filter.isUnread ? "greatest(read_at, cleared_at)" : "cleared_at";
  const markedUnread = `UNION ALL
      SELECT i.email_id FROM inbox_emails i
      WHERE i.account_id = $1 AND i.is_read = false AND i.deleted_at IS NULL AND EXISTS (
        SELECT FROM recipients c
        WHERE ${captured("c")} AND c.email_id = i.email_id AND c.updated_at > (SELECT cleared_at FROM mark))`;
  const { rows } = await pool.query<{ email_id: string }>(
    `WITH ${MARK}
    SELECT email_id FROM (
      SELECT c.email_id FROM recipients c
      WHERE ${captured("c")} AND c.updated_at > (SELECT ${since} FROM mark) AND ${isLast} AND (${state}) IS NOT TRUE
      ${filter.isUnread ? markedUnread : ""}
    ) found LIMIT ${add(limit)}`,
    values,
  );
  return rows.map(({ email_id }) => email_id);
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

/**
 * Clears the inbox: mail that was captured until now is no longer in it. The former mark stays if nothing was captured since, so that a
 * repeated request does not take the undo away.
 */
export async function setCleared({ pool }: Database, accountId: string): Promise<void> {
  await pool.query(
    `INSERT INTO inboxes AS i (account_id, cleared_at) VALUES ($1, now())
     ON CONFLICT (account_id) DO UPDATE SET cleared_at = now(), cleared_before = CASE WHEN EXISTS (
       SELECT FROM recipients WHERE account_id = $1 AND state = 'captured' AND updated_at > i.cleared_at
     ) THEN i.cleared_at ELSE i.cleared_before END`,
    [accountId],
  );
}

/** Restores what the last clearing removed. */
export async function undoCleared({ pool }: Database, accountId: string): Promise<void> {
  await pool.query("UPDATE inboxes SET cleared_at = cleared_before WHERE account_id = $1", [accountId]);
}
