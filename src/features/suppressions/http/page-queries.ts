/** The SQL of the list. */
import { type RawBuilder, sql } from "kysely";
import { readPages, readWindows } from "../../../platform/csv/index.ts";
import { countRows, type Db } from "../../../platform/db/index.ts";
import { isInForce, isUnexpired, SUPPRESSION_COLUMNS, type SuppressionRow } from "../queries.ts";
import type { SuppressionReason, SuppressionSource } from "../suppression.ts";

export type SuppressionFilter = {
  accountId: string;
  /** Ids contain their time, so a time range is a range of ids. The page cursor is an id, too. */
  fromId: string;
  beforeId: string;
  /** Null: all. `unsubscribe`: every address that unsubscribed, including those with another reason. */
  reasons: SuppressionReason[] | null;
  source: SuppressionSource["type"] | null;
  domain: string | null;
  /** RFC 3463 enhanced status. */
  status: string | null;
  /** LIKE patterns. The first one matches the reply's text and host case-insensitively, the second one the address key. */
  replyPattern: string | null;
  addressPattern: string | null;
  /** Only rows written before this time. It is PostgreSQL's text form, because a Date is less precise. Unset: all rows. */
  writtenBefore?: string;
};

/**
 * The number of newest rows that a search scans before it uses the indexes of its filters. A common match fills the page from these
 * rows; a rare one has few enough matches to fetch them all (docs/decisions/0011-contact-search.md). A larger window slows down rare
 * matches, a smaller window those that are neither common nor rare (docs/decisions/0049-undo-suppressions.md).
 */
const SEARCH_WINDOW = 5_000;

/** The number of rows that an export with a search reads at once. */
const EXPORT_WINDOW = 10_000;

/** Newest first. */
export async function listSuppressions(
  db: Db,
  filter: SuppressionFilter,
  limit: number,
): Promise<SuppressionRow[]> {
  const { range, equal, patterns } = conditionsOf(filter);
  // Each of these conditions has an index in the order of the list.
  if (patterns.length === 0 && equal.length <= 1)
    return await selectRows(db, sql`FROM suppressions WHERE ${and(range, equal)}`, limit);
  const first = equal.slice(0, 1);
  const near = await selectRows(
    db,
    sql`FROM (
      SELECT * FROM suppressions WHERE ${and(range, first)} ORDER BY id DESC LIMIT ${SEARCH_WINDOW}
    ) near WHERE ${and(equal.slice(1), patterns)}`,
    limit,
  );
  if (near.length === limit) return near;
  // MATERIALIZED, because otherwise the planner walks the ids in order, expects early matches and reads the whole account.
  return await selectRows(
    db,
    sql`FROM suppressions WHERE account_id = ${filter.accountId} AND id IN (
      WITH matches AS MATERIALIZED (SELECT id FROM suppressions WHERE ${and(range, equal, patterns)})
      SELECT id FROM matches ORDER BY id DESC LIMIT ${limit}
    )`,
    limit,
  );
}

/** For exports: all matches, newest first, `pageRows` at a time. */
export function readSuppressions(
  db: Db,
  filter: SuppressionFilter,
  pageRows: number,
): AsyncGenerator<SuppressionRow[]> {
  const { equal, patterns } = conditionsOf(filter);
  if (patterns.length === 0 && equal.length <= 1)
    return readPages({
      pageRows,
      load: (last: SuppressionRow | null) =>
        listSuppressions(db, { ...filter, beforeId: last?.id ?? filter.beforeId }, pageRows),
    });
  return readWindows({
    ...filter,
    pageRows,
    endOfWindow: async (beforeId) => {
      const { range } = conditionsOf({ ...filter, beforeId });
      const query = sql<{ id: string }>`SELECT id FROM suppressions WHERE ${and(range, equal.slice(0, 1))}
        ORDER BY id DESC OFFSET ${EXPORT_WINDOW - 1} LIMIT 1`;
      return (await query.execute(db)).rows[0]?.id ?? null;
    },
    load: (range) =>
      selectRows(db, sql`FROM suppressions WHERE ${isMatch({ ...filter, ...range })}`, pageRows),
  });
}

export async function countSuppressions(db: Db, filter: SuppressionFilter) {
  return await countRows(db, sql`SELECT FROM suppressions WHERE ${isMatch(filter)}`);
}

async function selectRows(db: Db, from: RawBuilder<unknown>, limit: number): Promise<SuppressionRow[]> {
  const columns = sql.join(SUPPRESSION_COLUMNS.map((name) => sql.ref(name)));
  const query = sql<SuppressionRow>`SELECT ${columns} ${from} ORDER BY id DESC LIMIT ${limit}`;
  return (await query.execute(db)).rows;
}

/** SQL condition over the columns of `suppressions`: the row matches the filter. */
export function isMatch(filter: SuppressionFilter): RawBuilder<unknown> {
  const { range, equal, patterns } = conditionsOf(filter);
  return and(range, equal, patterns);
}

type Conditions = RawBuilder<unknown>[];

/** `equal` begins with the condition that usually matches the fewest rows. */
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
      ...(source === null
        ? []
        : [filter.reasons?.includes("unsubscribe") ? hasUnsubscribeOf(source) : sql`source = ${source}`]),
    ],
    patterns: [
      ...(replyPattern === null
        ? []
        : [sql`coalesce(detail, '') || ' ' || coalesce(reply_host, '') ILIKE ${replyPattern}`]),
      ...(addressPattern === null ? [] : [sql`address_key LIKE ${addressPattern}`]),
    ],
  };
}

/** The source of the unsubscribe, which may be kept beside another reason. */
function hasUnsubscribeOf(source: SuppressionSource["type"]): RawBuilder<unknown> {
  return sql`coalesce(unsubscribed_source, 'unknown') = ${source}`;
}

function hasReason(reasons: SuppressionReason[]): RawBuilder<unknown> {
  if (reasons.includes("unsubscribe")) return sql`unsubscribed_at IS NOT NULL`;
  // The index returns rows in list order for one value, not for several.
  const [only] = reasons.length === 1 ? reasons : [];
  return only === undefined
    ? sql`reason = ANY (${reasons}) AND ${isUnexpired}`
    : sql`reason = ${only} AND ${isUnexpired}`;
}

function and(...conditions: Conditions[]): RawBuilder<unknown> {
  const all = conditions.flat();
  return all.length === 0 ? sql`true` : sql.join(all, sql` AND `);
}
