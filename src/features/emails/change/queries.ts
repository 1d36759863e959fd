import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import { rescheduleRecipients } from "../../recipients/index.ts";

/** Sets another time for an email of which nothing has begun, in one commit. False when something has. */
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
 * Moves the time of the email, and keeps its contents until then. Contents are locked in the order in which an acceptance locks them,
 * so that one of two waits for the other, and never both.
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
