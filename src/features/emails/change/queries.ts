import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import { rescheduleRecipients } from "../../recipients/index.ts";

/** Changes the time of an email in one commit. Returns false when one of its recipients was already sent, claimed or canceled. */
export async function moveSchedule(
  { db }: Database,
  email: { accountId: string; emailId: string; at: Date },
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const isMoved = await rescheduleRecipients(transaction, email);
    if (isMoved) await moveEmail(transaction, email);
    return isMoved;
  });
}

/**
 * Changes the time of the email, and extends the retention of its contents. Contents are locked in the same order as by an acceptance,
 * so that the two cannot deadlock.
 */
async function moveEmail(
  db: Db,
  { accountId, emailId, at }: { accountId: string; emailId: string; at: Date },
): Promise<void> {
  await sql`
    WITH scheduled AS (
      UPDATE emails SET scheduled_at = ${at} WHERE account_id = ${accountId} AND id = ${emailId}
    ), needed AS (
      SELECT c.hash FROM emails e JOIN contents c ON c.account_id = e.account_id
        AND (c.hash IN (e.html_hash, e.text_hash, e.raw_hash)
          OR c.hash IN (SELECT decode(a->>'hash', 'hex') FROM jsonb_array_elements(e.attachments) a))
      WHERE e.account_id = ${accountId} AND e.id = ${emailId}
        AND c.last_used_on < (${at}::timestamptz AT TIME ZONE 'UTC')::date
      ORDER BY c.hash FOR UPDATE OF c
    )
    UPDATE contents c SET last_used_on = (${at}::timestamptz AT TIME ZONE 'UTC')::date
    FROM needed WHERE c.account_id = ${accountId} AND c.hash = needed.hash`.execute(db);
}

/** Returns the `address_key` of each recipient who reported the email as spam. */
export async function listComplained(
  { pool }: Database,
  { accountId, emailId }: { accountId: string; emailId: string },
): Promise<Set<string>> {
  const { rows } = await pool.query<{ address_key: string }>(
    `SELECT r.address_key FROM recipients r WHERE r.account_id = $1 AND r.email_id = $2 AND EXISTS (
       SELECT FROM events v
       WHERE v.account_id = $1 AND v.email_id = $2 AND v.position = r.position AND v.type = 'complained')`,
    [accountId, emailId],
  );
  return new Set(rows.map(({ address_key }) => address_key));
}
