import type { Database } from "../../platform/db/index.ts";
import type { FeedEvent } from "./feed-event.ts";
import { type FeedRow, feedEventOf } from "./feed-row.ts";
import { SELECTS } from "./select-feed.ts";

/** Both ids are exclusive. */
type Page = { accountId: string; afterId: string; beforeId: string; limit: number };

/** Returns events of an account in their order. `beforeId` must be settled: see decision 28. */
export async function readFeed(
  { pool }: Database,
  { accountId, afterId, beforeId, limit }: Page,
): Promise<FeedEvent[]> {
  const { rows } = await pool.query<FeedRow>({
    name: "read-feed",
    text: PAGE,
    values: [accountId, afterId, beforeId, limit],
  });
  return rows.map(feedEventOf);
}

// Each table is read in the order of its index by account and id, and no further than the page.
const PAGE = `${Object.values(SELECTS)
  .map((select) => `(${select} WHERE v.account_id = $1 AND v.id > $2 AND v.id < $3 ORDER BY v.id LIMIT $4)`)
  .join(" UNION ALL ")} ORDER BY id LIMIT $4`;

type Ids = { accountId: string; events: readonly { id: string; subjectId: string }[] };

/** Returns events by their ids, in no order. An event's email is its subject. */
export async function loadFeedEvents({ pool }: Database, { accountId, events }: Ids): Promise<FeedEvent[]> {
  if (events.length === 0) return [];
  const { rows } = await pool.query<FeedRow>({
    name: "load-feed-events",
    text: BY_ID,
    values: [accountId, events.map(({ id }) => id), events.map(({ subjectId }) => subjectId)],
  });
  return rows.map(feedEventOf);
}

// The key of events contains the email.
const BY_ID = Object.entries(SELECTS)
  .map(
    ([kind, select]) =>
      `${select} JOIN unnest($2::uuid[], $3::uuid[]) AS wanted (id, subject_id)
         ON v.id = wanted.id${kind === "email" ? " AND v.email_id = wanted.subject_id" : ""} WHERE v.account_id = $1`,
  )
  .join(" UNION ALL ");

/** Returns the ids of the events of an email and of its recipients' engagement, in no order. */
export async function loadEventIdsOfEmail(
  { pool }: Database,
  { accountId, emailId }: { accountId: string; emailId: string },
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM events WHERE account_id = $1 AND email_id = $2
     UNION ALL SELECT id FROM engagements WHERE account_id = $1 AND email_id = $2`,
    [accountId, emailId],
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids of the events about an email, or about another subject, in no order. */
export async function loadEventIdsOfSubject(
  database: Database,
  { accountId, subjectId }: { accountId: string; subjectId: string },
): Promise<string[]> {
  const ofEmail = await loadEventIdsOfEmail(database, { accountId, emailId: subjectId });
  if (ofEmail.length > 0) return ofEmail;
  // Other subjects have no index, because each contact of an import would pay for it. This reads all events of the account that are not
  // about mail: 70 ms for a million.
  const { rows } = await database.pool.query<{ id: string }>(
    "SELECT id FROM account_events WHERE account_id = $1 AND subject_id = $2",
    [accountId, subjectId],
  );
  return rows.map(({ id }) => id);
}

/** Returns the time of the next event after each position, by position. Positions without a next event are absent. */
export async function loadNextEventTimes(
  { pool }: Database,
  accountId: string,
  cursors: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await pool.query<{ cursor: string; at: Date }>({
    name: "load-next-event-times",
    text: `SELECT c.cursor, min(next.created_at) AS at FROM unnest($2::uuid[]) AS c (cursor) CROSS JOIN LATERAL (
      ${["events", "account_events", "engagements"]
        .map(
          (table) =>
            `(SELECT v.created_at FROM ${table} v WHERE v.account_id = $1 AND v.id > c.cursor ORDER BY v.id LIMIT 1)`,
        )
        .join(" UNION ALL ")}) AS next GROUP BY c.cursor`,
    values: [accountId, cursors],
  });
  return new Map(rows.map(({ cursor, at }) => [cursor, at]));
}

/** Returns the id of the account's last event between two ids. Null: there is none. */
export async function loadLastEventId(
  { pool }: Database,
  accountId: string,
  { afterId, beforeId }: { afterId: string; beforeId: string },
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>({
    name: "load-last-event-id",
    text: `SELECT id FROM (${["events", "account_events", "engagements"]
      .map(
        (table) =>
          `(SELECT v.id FROM ${table} v WHERE v.account_id = $1 AND v.id > $2 AND v.id < $3 ORDER BY v.id DESC LIMIT 1)`,
      )
      .join(" UNION ALL ")}) AS last ORDER BY id DESC LIMIT 1`,
    values: [accountId, afterId, beforeId],
  });
  return rows[0]?.id ?? null;
}
