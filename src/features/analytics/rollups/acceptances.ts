import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";

type AcceptedEmail = { accountId: string; id: string };

/** Rows in one step. Each has the emails of one account that were stored together. */
const ROWS = 500;
/** Older emails in one step, of those that were stored before there were roll-ups. */
const OLDER_EMAILS = 2_000;

type Taken = {
  emails: AcceptedEmail[];
  /** Whether more may wait. A row that is stored meanwhile does not count, so that a follower that keeps up pauses. */
  hasMore: boolean;
};

type EmailRow = { account_id: string; id: string };

/**
 * Takes emails that are not counted yet, the oldest first. They must be counted in the same transaction. It takes no more rows once it has
 * `limit` emails: each may have 1,000 recipients, so a step with fewer follows one that ran into its timeout.
 */
export async function takeAccepted(db: Db, limit: number): Promise<Taken> {
  const { rows } = await sql<{ account_id: string; email_ids: string[] }>`
    WITH oldest AS (
      SELECT account_id, id, email_ids FROM acceptances WHERE email_ids IS NOT NULL ORDER BY id LIMIT ${ROWS}
    ), page AS (
      SELECT account_id, id, sum(cardinality(email_ids)) OVER (ORDER BY id) - cardinality(email_ids) AS emails_before FROM oldest
    )
    DELETE FROM acceptances WHERE (account_id, id) IN (SELECT account_id, id FROM page WHERE emails_before < ${limit})
    RETURNING account_id, email_ids`.execute(db);
  const listed = rows.flatMap(({ account_id, email_ids }) => email_ids.map((id) => ({ account_id, id })));
  const older = await takeOlder(db, Math.min(OLDER_EMAILS, limit));
  return {
    emails: [...listed, ...(older ?? [])].map(({ account_id, id }) => ({ accountId: account_id, id })),
    hasMore: rows.length === ROWS || listed.length >= limit || older !== null,
  };
}

/** Null: all of them are counted. */
async function takeOlder(db: Db, limit: number): Promise<EmailRow[] | null> {
  const { rows: ranges } = await sql<{ account_id: string; id: string; after_id: string; up_to_id: string }>`
    SELECT account_id, id, after_id, up_to_id FROM acceptances WHERE email_ids IS NULL ORDER BY id LIMIT 1`.execute(
    db,
  );
  const [range] = ranges;
  if (!range) return null;
  const { rows: emails } = await sql<EmailRow>`
    SELECT account_id, id FROM emails
    WHERE account_id = ${range.account_id} AND id > ${range.after_id} AND id <= ${range.up_to_id} ORDER BY id LIMIT ${limit}`.execute(
    db,
  );
  const last = emails.at(-1)?.id;
  if (last === undefined || emails.length < limit)
    await sql`DELETE FROM acceptances WHERE account_id = ${range.account_id} AND id = ${range.id}`.execute(
      db,
    );
  else
    await sql`UPDATE acceptances SET after_id = ${last} WHERE account_id = ${range.account_id} AND id = ${range.id}`.execute(
      db,
    );
  return emails;
}
