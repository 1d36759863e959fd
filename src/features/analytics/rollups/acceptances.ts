import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";

type AcceptedEmail = { accountId: string; id: string };

/** Rows in one step. Each has the emails of one account that were stored together. */
const ROWS = 500;
/** Emails in one step, of those that were stored before roll-ups existed. */
const OLDER_EMAILS = 2_000;

/** Takes emails that are not counted yet. Count them in the same transaction. */
export async function takeAccepted(db: Db): Promise<AcceptedEmail[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    WITH taken AS (
      DELETE FROM acceptances WHERE (account_id, id) IN (
        SELECT account_id, id FROM acceptances WHERE email_ids IS NOT NULL ORDER BY id LIMIT ${ROWS})
      RETURNING account_id, email_ids
    ) SELECT account_id, unnest(email_ids) AS id FROM taken`.execute(db);
  const older = await takeOlder(db);
  return [...rows, ...older].map(({ account_id, id }) => ({ accountId: account_id, id }));
}

async function takeOlder(db: Db): Promise<{ account_id: string; id: string }[]> {
  const { rows: ranges } = await sql<{ account_id: string; id: string; after_id: string; up_to_id: string }>`
    SELECT account_id, id, after_id, up_to_id FROM acceptances WHERE email_ids IS NULL ORDER BY id LIMIT 1`.execute(
    db,
  );
  const [range] = ranges;
  if (!range) return [];
  const { rows: emails } = await sql<{ account_id: string; id: string }>`
    SELECT account_id, id FROM emails
    WHERE account_id = ${range.account_id} AND id > ${range.after_id} AND id <= ${range.up_to_id} ORDER BY id LIMIT ${OLDER_EMAILS}`.execute(
    db,
  );
  const last = emails.at(-1)?.id;
  if (last === undefined || emails.length < OLDER_EMAILS)
    await sql`DELETE FROM acceptances WHERE account_id = ${range.account_id} AND id = ${range.id}`.execute(
      db,
    );
  else
    await sql`UPDATE acceptances SET after_id = ${last} WHERE account_id = ${range.account_id} AND id = ${range.id}`.execute(
      db,
    );
  return emails;
}
