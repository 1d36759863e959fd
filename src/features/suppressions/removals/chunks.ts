/** The SQL of runs. Each transaction changes a bounded number of rows, so that a delivery never waits long for a row. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import { isMatch } from "../http/page-queries.ts";
import {
  changedRows,
  SUPPRESSION_COLUMNS,
  type SuppressionRow,
  suppressionEvents,
  UNSUBSCRIBED_ONLY,
} from "../queries.ts";
import { type StoredSuppression, upsertSuppressions } from "../upsert-suppressions.ts";
import { filterOf } from "./filter-of.ts";
import type { Removal } from "./removal.ts";

/** Rows that one transaction examines. */
const WALKED_ROWS = 2_000;
const RESTORED_ROWS = 2_000;

const kept = sql.raw(SUPPRESSION_COLUMNS.filter((name) => name !== "updated_at").join(", "));

/**
 * Runs one step of a removal and returns whether there is more. The caller holds the removal's lock.
 *
 * walked: the filter's indexes find a few matches in one step. For many matches, all rows of the account are walked once in the order
 *   of ids, in steps of equal cost; with the filter's index, each step would scan the dead entries of the earlier steps again.
 * locked: the rows that still match, in the order of their keys. Other statements lock in the same order.
 *   Arrays, because without statistics the planner would choose a nested loop.
 * deleted, weakened: recipients who unsubscribed stay unsubscribed, unless the filter names `unsubscribe`; then other reasons are kept.
 */
export async function removeChunk(db: Db, removal: Removal): Promise<boolean> {
  const { account_id, id, after_id } = removal;
  const filter = filterOf(removal);
  const removesUnsubscribes = filter.reasons?.includes("unsubscribe") ?? false;
  const stays = removesUnsubscribes ? sql`reason <> 'unsubscribe'` : sql`unsubscribed_at IS NOT NULL`;
  const changes = removesUnsubscribes
    ? sql`unsubscribed_at = NULL, unsubscribed_source = NULL`
    : UNSUBSCRIBED_ONLY;
  const next =
    removal.matched < WALKED_ROWS
      ? sql`SELECT id, address_key, true AS matches FROM suppressions WHERE ${isMatch(filter)}`
      : sql`SELECT id, address_key, ${isMatch(filter)} AS matches FROM suppressions
          WHERE account_id = ${account_id} AND id > ${after_id} AND id >= ${filter.fromId} AND id < ${filter.beforeId}
          ORDER BY id LIMIT ${WALKED_ROWS}`;
  const { rows } = await sql<{ walked: number }>`
    WITH walked AS MATERIALIZED (${next}), locked AS MATERIALIZED (
      SELECT * FROM suppressions
      WHERE account_id = ${account_id} AND address_key = ANY (ARRAY(SELECT address_key FROM walked WHERE matches))
        AND ${isMatch(filter)}
      ORDER BY address_key FOR UPDATE
    ), stored AS (
      INSERT INTO removed_suppressions (account_id, removal_id, ${kept})
      SELECT account_id, ${id}::uuid, ${kept} FROM locked
    ), deleted AS (
      DELETE FROM suppressions WHERE account_id = ${account_id}
        AND address_key = ANY (ARRAY(SELECT address_key FROM locked WHERE NOT (${stays})))
      RETURNING ${changedRows("suppression.removed")}
    ), weakened AS (
      UPDATE suppressions SET ${changes}, updated_at = clock_timestamp() WHERE account_id = ${account_id}
        AND address_key = ANY (ARRAY(SELECT address_key FROM locked WHERE ${stays}))
      RETURNING ${changedRows("suppression.changed")}
    ), changed AS (
      SELECT * FROM deleted UNION ALL SELECT * FROM weakened
    ), ${suppressionEvents("changed")}, step AS (
      SELECT count(*) AS walked, (SELECT count(*) FROM locked) AS removed,
        (SELECT id FROM walked ORDER BY id DESC LIMIT 1) AS last_id FROM walked
    )
    UPDATE suppression_removals r SET removed = r.removed + step.removed, after_id = coalesce(step.last_id, r.after_id),
      updated_at = now(), state = CASE WHEN step.walked < ${WALKED_ROWS} THEN 'removed' ELSE r.state END
    FROM step WHERE r.account_id = ${account_id} AND r.id = ${id}
    RETURNING step.walked::integer AS walked`.execute(db);
  return rows[0]?.walked === WALKED_ROWS;
}

type RemovedRow = Omit<SuppressionRow, "updated_at">;

/**
 * Runs one step of an undo and returns whether there is more. The caller holds the removal's lock. An address that was suppressed
 * again in the meantime keeps the stronger reason.
 */
export async function restoreChunk(db: Db, { account_id, id }: Removal): Promise<boolean> {
  const { rows } = await sql<RemovedRow>`
    DELETE FROM removed_suppressions WHERE account_id = ${account_id} AND removal_id = ${id} AND id = ANY (ARRAY(
      SELECT id FROM removed_suppressions WHERE account_id = ${account_id} AND removal_id = ${id}
      ORDER BY id LIMIT ${RESTORED_ROWS}
    )) RETURNING ${kept}`.execute(db);
  const written = await upsertSuppressions(
    db,
    rows.map((row) => storedOf(account_id, row)),
  );
  const hasMore = rows.length === RESTORED_ROWS;
  await sql`UPDATE suppression_removals SET restored = restored + ${written.length}, updated_at = now(),
      state = ${hasMore ? "restoring" : "restored"}
    WHERE account_id = ${account_id} AND id = ${id}`.execute(db);
  return hasMore;
}

function storedOf(accountId: string, row: RemovedRow): StoredSuppression {
  return {
    accountId,
    addressKey: row.address_key,
    id: row.id,
    address: row.address,
    reason: row.reason,
    unsubscribedAt: row.unsubscribed_at,
    unsubscribedSource: row.unsubscribed_source,
    expiresAt: row.expires_at,
    sourceType: row.source,
    sourceId: row.source_id,
    byPersonId: row.by_person_id,
    byKeyId: row.by_key_id,
    eventId: row.event_id,
    replyCode: row.reply_code,
    replyStatus: row.reply_status,
    replyHost: row.reply_host,
    replyPhase: row.reply_phase,
    detail: row.detail,
  };
}
