import type { Database } from "../../platform/db/index.ts";
import type { FeedEvent } from "./feed-event.ts";
import { type FeedRow, feedEventOf } from "./feed-row.ts";
import type { EventFilter, FeedKind } from "./read-filter.ts";
import { SELECTS } from "./select-feed.ts";

/** The column of an event's type. Account events have no email. */
const TYPE_COLUMN: Record<FeedKind, string> = { email: "v.type", engagement: "v.kind", account: "v.type" };

type Page = { accountId: string; filter: EventFilter; beforeId: string; limit: number };

/**
 * Returns an id below which no new event will appear: no event therefore ever appears before a listed one. It is queried before the
 * events, because a statement does not see commits made while it runs (decision 28).
 */
export async function loadEndOfSettled({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ end: string }>("SELECT end_of_settled_events() AS end");
  const [row] = rows;
  if (!row) throw new Error("end_of_settled_events() returned nothing");
  return row.end;
}

/** Returns events of an account in the order of their ids. `beforeId` must be settled. */
export async function listEvents(
  { pool }: Database,
  { accountId, filter, beforeId, limit }: Page,
): Promise<FeedEvent[]> {
  const values: unknown[] = [accountId, filter.afterId, limit, beforeId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts = [...filter.kinds].flatMap(([kind, types]) => {
    if (types?.length === 0 || (kind === "account" && filter.emailId)) return [];
    const conditions = ["v.account_id = $1", "v.id > $2", "v.id < $4"];
    if (filter.emailId) conditions.push(`v.email_id = ${parameter(filter.emailId)}`);
    // One type as a value lets the planner use the partial index of rare types.
    if (types?.length === 1) conditions.push(`${TYPE_COLUMN[kind]} = ${parameter(types[0])}`);
    else if (types) conditions.push(`${TYPE_COLUMN[kind]} = ANY (${parameter(types)}::text[])`);
    return [`(${SELECTS[kind]} WHERE ${conditions.join(" AND ")} ORDER BY v.id LIMIT $3)`];
  });
  if (parts.length === 0) return [];
  const text = `SELECT * FROM (${parts.join(" UNION ALL ")}) merged ORDER BY id LIMIT $3`;
  const { rows } = await pool.query<FeedRow>(text, values);
  return rows.map(feedEventOf);
}
