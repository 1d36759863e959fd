/** The SQL of the list. */
import type { Db } from "../../../platform/db/index.ts";
import { isInForce, isUnexpired, type SuppressionRow, suppressionColumns } from "../queries.ts";
import type { SuppressionReason } from "../suppression.ts";

export type SuppressionFilter = {
  accountId: string;
  beforeId: string;
  /** `unsubscribe`: all who unsubscribed, whatever else there is against them. */
  reason: SuppressionReason | null;
  /** A LIKE pattern of the address key. */
  pattern: string | null;
};

/**
 * Rows that a search reads one by one, newest first, before it asks the trigram index: a common match fills its page within them,
 * and a rarer one has few enough matches for the index to fetch them all (docs/decisions/0011-contact-search.md).
 */
const searchWindow = 10_000;

/** Newest first. */
export async function listSuppressions(
  db: Db,
  filter: SuppressionFilter,
  limit: number,
): Promise<SuppressionRow[]> {
  if (filter.pattern === null) return (await newest(db, filter).limit(limit).execute()) as SuppressionRow[];
  const near = await db
    .selectFrom(newest(db, filter).limit(searchWindow).as("near"))
    .selectAll()
    .where("address_key", "like", filter.pattern)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  if (near.length === limit) return near as SuppressionRow[];
  return await searchIndex(db, { ...filter, pattern: filter.pattern }, limit);
}

/** Materialised, because the planner would hope to meet matches soon in the order of ids, and read the whole account. */
async function searchIndex(
  db: Db,
  filter: SuppressionFilter & { pattern: string },
  limit: number,
): Promise<SuppressionRow[]> {
  const rows = await db
    .with(
      (cte) => cte("matches").materialized(),
      () => matching(db, filter).where("address_key", "like", filter.pattern).select(suppressionColumns),
    )
    .selectFrom("matches")
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows as SuppressionRow[];
}

function newest(db: Db, filter: SuppressionFilter) {
  return matching(db, filter).select(suppressionColumns).orderBy("id", "desc");
}

function matching(db: Db, { accountId, beforeId, reason }: SuppressionFilter) {
  const all = db
    .selectFrom("suppressions")
    .where("account_id", "=", accountId)
    .where("id", "<", beforeId)
    .where(isInForce);
  if (reason === null) return all;
  if (reason === "unsubscribe") return all.where("unsubscribed_at", "is not", null);
  return all.where("reason", "=", reason).where(isUnexpired);
}
