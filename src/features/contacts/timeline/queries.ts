/** The SQL of a contact's timeline. */
import { sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";
import { type RecipientState, shownState } from "../../recipients/index.ts";

export type TimelineRow = {
  /** The id of the email or of the event. Both begin with their time, so they have one order. */
  id: string;
  type: "email" | "contact.subscribed" | "contact.unsubscribed";
  created_at: Date;
  /** Null for a consent change, as are the fields below. */
  state: RecipientState | null;
  subject: string | null;
  scheduled_at: Date | null;
  complained: boolean;
  opened_at: Date | null;
  clicked_at: Date | null;
};

type TimelineOf = {
  accountId: string;
  contactId: string;
  addressKey: string;
  beforeId: string;
  limit: number;
};

/**
 * Returns the emails to an address and the consent changes of its contact, newest first.
 *
 * mails, consents: as many rows as the page may have, each in the order of its own index.
 * page: the newest of both; only for these, the email and its events and engagements are read.
 */
export async function listTimeline(
  { db }: Database,
  { accountId, contactId, addressKey, beforeId, limit }: TimelineOf,
): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    WITH mails AS (
      SELECT email_id AS id, 'email' AS type, position, ${sql.raw(shownState("r"))} AS state FROM recipients r
      WHERE account_id = ${accountId} AND address_key = ${addressKey} AND email_id < ${beforeId}
      ORDER BY email_id DESC LIMIT ${limit}
    ), consents AS (
      SELECT id, type, NULL::smallint AS position, NULL::text AS state, created_at FROM account_events
      WHERE account_id = ${accountId} AND subject_id = ${contactId} AND id < ${beforeId}
        AND type IN ('contact.subscribed', 'contact.unsubscribed')
      ORDER BY id DESC LIMIT ${limit}
    ), page AS (
      SELECT id, type, position, state, NULL::timestamptz AS created_at FROM mails UNION ALL SELECT * FROM consents
      ORDER BY id DESC LIMIT ${limit}
    )
    SELECT page.id, page.type, coalesce(e.created_at, page.created_at) AS created_at, page.state, e.subject, e.scheduled_at,
      EXISTS (
        SELECT FROM events v WHERE v.account_id = ${accountId} AND v.email_id = page.id AND v.position = page.position
          AND v.type = 'complained'
      ) AS complained, opened_at, clicked_at
    FROM page
    LEFT JOIN emails e ON page.type = 'email' AND e.account_id = ${accountId} AND e.id = page.id
    CROSS JOIN LATERAL (
      SELECT min(g.created_at) AS opened_at, min(g.created_at) FILTER (WHERE g.kind = 'click') AS clicked_at FROM engagements g
      WHERE g.account_id = ${accountId} AND g.email_id = page.id AND g.position = page.position
        AND g.kind IN ('open', 'click') AND g.actor IN ('human', 'proxy')
    ) of_people
    ORDER BY page.id DESC`.execute(db);
  return rows;
}
