import { addMonths, type Database, dropUnneeded, listPartitions } from "../../../platform/db/index.ts";
import { firstIdAt } from "../../../platform/ids/index.ts";

/** Deliveries and attempts are kept for at least this time. */
const KEPT_DAYS = 30;
/** A program that follows the feed from outside learns of replays within this time. */
const REPLAYS_KEPT_DAYS = 1;
/** Rows per statement. */
const MAX_DELETED = 5_000;
/** Rows that are moved when their month is dropped. Meanwhile no attempt is recorded. */
const MAX_MOVED = 10_000;

/** Rows of an old month are needed if they were written lately, because of a replay or a webhook that was disabled, or are still pending. */
const NEEDED = {
  webhook_deliveries: `updated_at >= now() - interval '${KEPT_DAYS} days'
    OR (due_at IS NOT NULL AND webhook_id IN (SELECT id FROM webhooks))`,
  webhook_attempts: `at >= now() - interval '${KEPT_DAYS} days'`,
};
const TABLES = ["webhook_deliveries", "webhook_attempts"] as const;

/** Adds the months of the next quarter. */
export async function addDeliveryMonths(database: Database): Promise<void> {
  for (const table of TABLES) await addMonths(database, table, "event_id");
}

/**
 * Drops the months of events that ended before the time for which deliveries are kept, and deletes what is old elsewhere. Pending deliveries
 * stay until their webhook is deleted.
 */
export async function sweepDeliveries(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ now: Date }>("SELECT now()");
  const endsBefore = firstIdAt(new Date((rows[0]?.now ?? new Date()).getTime() - KEPT_DAYS * 86_400_000));
  for (const table of TABLES) {
    for (const { name, endId } of await listPartitions(database, table))
      if (endId !== null && endId <= endsBefore)
        await dropUnneeded(database, { table, name }, { isNeeded: NEEDED[table], max: MAX_MOVED });
    await deleteOld(database, `${table}_default`, `NOT (${NEEDED[table]})`);
  }
  await deleteOld(database, "webhook_attempt_counts", `period < now() - interval '${KEPT_DAYS} days'`);
  await deleteOld(database, "webhook_replays", `created_at < now() - interval '${REPLAYS_KEPT_DAYS} days'`);
}

async function deleteOld({ pool }: Database, table: string, isOld: string): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${isOld} LIMIT ${MAX_DELETED}))`,
    );
    if ((rowCount ?? 0) < MAX_DELETED) return;
  }
}
