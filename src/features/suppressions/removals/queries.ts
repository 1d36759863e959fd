/** The SQL of removals, except for the steps of their runs, which are in chunks.ts. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { isMatch, type SuppressionFilter } from "../http/page-queries.ts";
import type { FilterInput } from "../http/read-filter.ts";
import { suppressionsLock } from "../queries.ts";
import type { SuppressionReason } from "../suppression.ts";
import { PREVIEW_MINUTES, type Removal, type RemovalState, UNDO_DAYS } from "./removal.ts";

const REMOVAL_COLUMNS = sql`account_id, id, state, filter, as_of::text, matched, removed, restored, after_id, updated_at`;

/**
 * Returns a time that divides the account's suppressions: earlier writes are committed and visible, later writes have a later
 * `updated_at`. The lock waits for writers that have read their time (upsertSuppressions) and ends with the statement.
 */
export async function readBound(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(${suppressionsLock(sql`${accountId}::text`)}))
    SELECT clock_timestamp()::text AS at FROM locked`.execute(db);
  return rows[0]?.at ?? "";
}

export type Summary = {
  matched: number;
  /** How many of the matches also unsubscribed. */
  unsubscribed: number;
  byReason: { reason: SuppressionReason; count: number }[];
  /** The most frequent first. */
  byReply: { code: number | null; status: string | null; example: string | null; count: number }[];
};

/** Counts the matches in total, by reason, and by the reply's code and status. */
export async function summarize(db: Db, filter: SuppressionFilter): Promise<Summary> {
  const { rows } = await sql<{
    level: number;
    reason: SuppressionReason;
    reply_code: number | null;
    reply_status: string | null;
    example: string | null;
    unsubscribed: number;
    count: number;
  }>`
    SELECT grouping(reason, reply_code) AS level, reason, reply_code, reply_status, min(detail) AS example,
      count(*) FILTER (WHERE unsubscribed_at IS NOT NULL) AS unsubscribed, count(*) AS count
    FROM suppressions WHERE ${isMatch(filter)}
    GROUP BY GROUPING SETS ((), (reason), (reply_code, reply_status))
    ORDER BY count DESC, reply_status`.execute(db);
  const ofLevel = (level: number) => rows.filter((row) => row.level === level);
  const [all] = ofLevel(3);
  return {
    matched: all?.count ?? 0,
    unsubscribed: all?.unsubscribed ?? 0,
    byReason: ofLevel(1).map(({ reason, count }) => ({ reason, count })),
    byReply: ofLevel(2).map(({ reply_code: code, reply_status: status, example, count }) => ({
      code,
      status,
      example,
      count,
    })),
  };
}

type NewRemoval = { accountId: string; filter: FilterInput; asOf: string; matched: number };

export async function insertRemoval(
  db: Db,
  { accountId, filter, asOf, matched }: NewRemoval,
): Promise<Removal> {
  const { rows } = await sql<Removal>`
    INSERT INTO suppression_removals (account_id, id, filter, as_of, matched)
    VALUES (${accountId}, ${newId()}, ${JSON.stringify(filter)}, ${asOf}, ${matched})
    RETURNING ${REMOVAL_COLUMNS}`.execute(db);
  return rows[0] as Removal;
}

/** The row stays locked until the transaction ends, so that concurrent callers run one after the other. */
export async function lockRemoval(db: Db, key: { accountId: string; id: string }): Promise<Removal | null> {
  return await selectRemoval(db, key, sql`FOR UPDATE`);
}

export async function selectRemoval(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  lock = sql``,
): Promise<Removal | null> {
  const { rows } = await sql<Removal>`
    SELECT ${REMOVAL_COLUMNS} FROM suppression_removals WHERE account_id = ${accountId} AND id = ${id} ${lock}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Returns the removals that were run, newest first. */
export async function listRemovals(
  db: Db,
  { accountId, beforeId, limit }: { accountId: string; beforeId: string; limit: number },
): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    SELECT ${REMOVAL_COLUMNS} FROM suppression_removals
    WHERE account_id = ${accountId} AND id < ${beforeId} AND state <> 'previewed' ORDER BY id DESC LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

export async function setState(
  db: Db,
  { account_id, id }: Pick<Removal, "account_id" | "id">,
  state: RemovalState,
): Promise<void> {
  await sql`UPDATE suppression_removals SET state = ${state}, updated_at = now()
    WHERE account_id = ${account_id} AND id = ${id}`.execute(db);
}

/** Whether the preview can still be run, by the database's clock. */
export async function isFresh(db: Db, { updated_at }: Removal): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    SELECT ${updated_at}::timestamptz > now() - make_interval(mins => ${PREVIEW_MINUTES}) AS fresh`.execute(
    db,
  );
  return rows[0]?.fresh ?? false;
}

/** Runs whose caller stopped calling: they made no progress for a minute. */
export async function listAbandoned(db: Db): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    SELECT ${REMOVAL_COLUMNS} FROM suppression_removals
    WHERE state IN ('removing', 'restoring') AND updated_at < now() - interval '1 minute'
    ORDER BY updated_at LIMIT 100`.execute(db);
  return rows;
}

/** Deletes expired previews and removals that can no longer be undone, at most `limit` rows per call. Returns whether it deleted all. */
export async function deleteOld(db: Db, limit: number): Promise<boolean> {
  await sql`DELETE FROM suppression_removals
    WHERE state = 'previewed' AND updated_at < now() - make_interval(mins => ${PREVIEW_MINUTES})`.execute(db);
  const isOver = sql`r.state IN ('removed', 'restored') AND r.updated_at < now() - make_interval(days => ${UNDO_DAYS})`;
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM removed_suppressions WHERE ctid = ANY (ARRAY(
      SELECT s.ctid FROM suppression_removals r
      JOIN removed_suppressions s ON s.account_id = r.account_id AND s.removal_id = r.id WHERE ${isOver} LIMIT ${limit}
    ))`.execute(db);
  if (numAffectedRows >= BigInt(limit)) return false;
  await sql`DELETE FROM suppression_removals r WHERE ${isOver}`.execute(db);
  return true;
}
