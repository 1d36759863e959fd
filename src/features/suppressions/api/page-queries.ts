/** The SQL of the list. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import { isInForce, isUnexpired, type SuppressionRow, suppressionColumns } from "../queries.ts";
import type { SuppressionReason, SuppressionSource } from "../suppression.ts";

export type SuppressionFilter = {
  accountId: string;
  /** Ids hold the time, so a range of time is a range of ids; the cursor of a page is one, too. */
  fromId: string;
  beforeId: string;
  /** Null: all. `unsubscribe`: all who unsubscribed, whatever else there is against them. */
  reasons: SuppressionReason[] | null;
  source: SuppressionSource["type"] | null;
  domain: string | null;
  /** RFC 3463 enhanced status. */
  status: string | null;
  /** LIKE patterns: of the text and host of the reply, without regard to case, and of the address key. */
  replyPattern: string | null;
  addressPattern: string | null;
  /** As PostgreSQL writes times, which are finer than a Date: only rows that were written before. Unset: all. */
  writtenBefore?: string;
};

/**
 * Rows that a search reads one by one, newest first, before it asks the indexes of its filters: a common match fills its page within
 * them, and a rarer one has few enough matches to fetch them all (docs/decisions/0011-contact-search.md). A larger window makes rare
 * matches slower, a smaller one those that are neither common nor rare (docs/decisions/0049-undo-suppressions.md).
 */
const searchWindow = 5_000;

/** Newest first. */
export async function listSuppressions(
  db: Db,
  filter: SuppressionFilter,
  limit: number,
): Promise<SuppressionRow[]> {
  const { range, equal, patterns } = conditionsOf(filter);
  // Each of these has an index in the order of the list.
  if (patterns.length === 0 && equal.length <= 1)
    return await selectRows(db, sql`FROM suppressions WHERE ${and(range, equal)}`, limit);
  const first = equal.slice(0, 1);
  const near = await selectRows(
    db,
    sql`FROM (
      SELECT * FROM suppressions WHERE ${and(range, first)} ORDER BY id DESC LIMIT ${searchWindow}
    ) near WHERE ${and(equal.slice(1), patterns)}`,
    limit,
  );
  if (near.length === limit) return near;
  // Materialised: else the planner hopes to meet matches soon in the order of ids, and reads the whole account.
  return await selectRows(
    db,
    sql`FROM suppressions WHERE account_id = ${filter.accountId} AND id IN (
      WITH matches AS MATERIALIZED (SELECT id FROM suppressions WHERE ${and(range, equal, patterns)})
      SELECT id FROM matches ORDER BY id DESC LIMIT ${limit}
    )`,
    limit,
  );
}

async function selectRows(db: Db, from: RawBuilder<unknown>, limit: number): Promise<SuppressionRow[]> {
  const columns = sql.join(suppressionColumns.map((name) => sql.ref(name)));
  const query = sql<SuppressionRow>`SELECT ${columns} ${from} ORDER BY id DESC LIMIT ${limit}`;
  return (await query.execute(db)).rows;
}

/** Whether a row matches; over the columns of `suppressions`. */
export function isMatch(filter: SuppressionFilter): RawBuilder<unknown> {
  const { range, equal, patterns } = conditionsOf(filter);
  return and(range, equal, patterns);
}

type Conditions = RawBuilder<unknown>[];

/** `equal` is ordered by how few rows usually match. */
function conditionsOf(filter: SuppressionFilter): Record<"range" | "equal" | "patterns", Conditions> {
  const { accountId, fromId, beforeId, writtenBefore } = filter;
  const { status, domain, source, replyPattern, addressPattern } = filter;
  return {
    range: [
      sql`account_id = ${accountId}`,
      sql`id >= ${fromId} AND id < ${beforeId}`,
      ...(filter.reasons === null ? [isInForce] : []),
      ...(writtenBefore === undefined ? [] : [sql`updated_at < ${writtenBefore}::timestamptz`]),
    ],
    equal: [
      ...(status === null ? [] : [sql`reply_status = ${status}`]),
      ...(domain === null ? [] : [sql`split_part(address_key, '@', -1) = ${domain}`]),
      ...(filter.reasons === null ? [] : [hasReason(filter.reasons)]),
      ...(source === null ? [] : [sql`source = ${source}`]),
    ],
    patterns: [
      ...(replyPattern === null
        ? []
        : [sql`coalesce(detail, '') || ' ' || coalesce(reply_host, '') ILIKE ${replyPattern}`]),
      ...(addressPattern === null ? [] : [sql`address_key LIKE ${addressPattern}`]),
    ],
  };
}

function hasReason(reasons: SuppressionReason[]): RawBuilder<unknown> {
  if (reasons.includes("unsubscribe")) return sql`unsubscribed_at IS NOT NULL`;
  // An index gives the order of the list for one value, not for several.
  const [only] = reasons.length === 1 ? reasons : [];
  return only === undefined
    ? sql`reason = ANY (${reasons}) AND ${isUnexpired}`
    : sql`reason = ${only} AND ${isUnexpired}`;
}

function and(...conditions: Conditions[]): RawBuilder<unknown> {
  const all = conditions.flat();
  return all.length === 0 ? sql`true` : sql.join(all, sql` AND `);
}
