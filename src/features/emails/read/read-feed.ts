import { domainOf, type Mailbox } from "../../../mail/address/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { EventType } from "../../recipients/index.ts";
import type { Tag } from "../new-email.ts";
import { presentAccountEvent } from "./present-email.ts";
import type { AccountEventRow } from "./queries.ts";

/** An event, and the properties of its email by which followers choose. */
export type FeedEvent = {
  id: string;
  type: EventType;
  emailId: string;
  createdAt: Date;
  /** The domain of the address in From, in lower case. */
  domain: string;
  tags: readonly Tag[];
  stream: "transactional" | "bulk";
  /** The key with which the email was sent. */
  keyId: number | null;
  /** The event as the API returns it, with the sender, stream and Message-ID of its email. */
  data: FeedEventData;
};

export type FeedEventData = ReturnType<typeof presentAccountEvent> & {
  from: string;
  stream: "transactional" | "bulk";
  message_id: string;
};

type FeedRow = AccountEventRow & {
  mail_from: Mailbox;
  stream: "bulk" | null;
  api_key_id: number | null;
  message_id: string;
};

const SELECT_FEED = `
  SELECT v.id, v.email_id, v.position, v.attempt, v.type, v.detail, v.created_at, r.address, e.subject, e.tags, e.metadata, e.mail_from,
    e.stream, e.api_key_id, e.message_id
  FROM events v
  JOIN recipients r ON r.account_id = v.account_id AND r.email_id = v.email_id AND r.position = v.position
  JOIN emails e ON e.account_id = v.account_id AND e.id = v.email_id`;

/** Both ids are exclusive. */
type Page = { accountId: string; afterId: string; beforeId: string; limit: number };

/** Returns events of an account in their order. `beforeId` must be settled: see decision 28. */
export async function readFeed(
  { pool }: Database,
  { accountId, afterId, beforeId, limit }: Page,
): Promise<FeedEvent[]> {
  const { rows } = await pool.query<FeedRow>({
    name: "read-feed",
    text: `${SELECT_FEED} WHERE v.account_id = $1 AND v.id > $2 AND v.id < $3 ORDER BY v.id LIMIT $4`,
    values: [accountId, afterId, beforeId, limit],
  });
  return rows.map(feedEventOf);
}

/** `emailIds`: the email of each event, by which the events are found. */
type Ids = { accountId: string; ids: string[]; emailIds: string[] };

export async function loadFeedEvents(
  { pool }: Database,
  { accountId, ids, emailIds }: Ids,
): Promise<FeedEvent[]> {
  const { rows } = await pool.query<FeedRow>({
    name: "load-feed-events",
    text: `${SELECT_FEED} JOIN unnest($2::uuid[], $3::uuid[]) AS wanted (id, email_id) ON v.id = wanted.id AND v.email_id = wanted.email_id
      WHERE v.account_id = $1`,
    values: [accountId, ids, emailIds],
  });
  return rows.map(feedEventOf);
}

function feedEventOf(row: FeedRow): FeedEvent {
  const stream = row.stream ?? "transactional";
  return {
    id: row.id,
    type: row.type,
    emailId: row.email_id,
    createdAt: row.created_at,
    domain: domainOf(row.mail_from.address).toLowerCase(),
    tags: row.tags ?? [],
    stream,
    keyId: row.api_key_id,
    data: { ...presentAccountEvent(row), from: row.mail_from.address, stream, message_id: row.message_id },
  };
}

/** Returns for each position in the feed the time of the next event, if there is one. */
export async function loadNextEventTimes(
  { pool }: Database,
  accountId: string,
  cursors: string[],
): Promise<Map<string, Date>> {
  const { rows } = await pool.query<{ cursor: string; at: Date }>(
    `SELECT c.cursor, next.created_at AS at FROM unnest($2::uuid[]) AS c (cursor) CROSS JOIN LATERAL (
       SELECT v.created_at FROM events v WHERE v.account_id = $1 AND v.id > c.cursor ORDER BY v.id LIMIT 1) AS next`,
    [accountId, cursors],
  );
  return new Map(rows.map(({ cursor, at }) => [cursor, at]));
}
