import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import { statesBefore } from "../states.ts";

/** Changes the time of all recipients of an email. Returns false when one of them was already sent, claimed or canceled. */
export async function rescheduleRecipients(
  db: Db,
  { accountId, emailId, at }: { accountId: string; emailId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_movable: boolean | null }>`
    WITH locked AS (
      SELECT state IN (${sql.raw(statesBefore("reschedule"))}) AND attempt = 0 AS waits FROM recipients
      WHERE account_id = ${accountId} AND email_id = ${emailId} FOR UPDATE
    ), movable AS (
      SELECT bool_and(waits) AS yes FROM locked
    ), moved AS (
      UPDATE recipients SET ready = false, due_at = ${at}::timestamptz, expires_at = ${at}::timestamptz + (expires_at - due_at),
        updated_at = now()
      WHERE account_id = ${accountId} AND email_id = ${emailId} AND (SELECT yes FROM movable)
    )
    SELECT yes AS is_movable FROM movable`.execute(db);
  return rows[0]?.is_movable ?? false;
}
