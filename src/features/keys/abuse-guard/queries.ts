/** All SQL of the abuse guard: the counts of a key in an hour, and pausing it. */
import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import type { KeyHour } from "./reason-to-suspend-key.ts";

export type KeyCount = {
  accountId: string;
  keyId: number;
  recipients: number;
  delivered: number;
  bounced: number;
};

/** By the database's clock, which all nodes share. */
const thisHour = sql`date_trunc('hour', now(), 'UTC')`;

/** A person who resumed the key in this hour has approved what it did. */
const mayBePaused = sql`key.revoked_at IS NULL AND key.paused_at IS NULL
  AND (key.resumed_at IS NULL OR key.resumed_at < ${thisHour})`;

/**
 * Adds this process's counts to the sums of this hour, and returns the sums of the keys that may be paused. The busiest hour before
 * is looked up only for keys that sent more than `recipients`. Rows are written in the order of keys, so that nodes which run this
 * at once wait for each other instead of deadlocking.
 */
export async function addKeyCounts(
  { db }: Database,
  { counts, recipients }: { counts: readonly KeyCount[]; recipients: number },
): Promise<({ accountId: string; keyId: number } & KeyHour)[]> {
  const { rows } = await sql<{ accountId: string; keyId: number } & KeyHour>`
    WITH known AS (
      SELECT key.account_id, key.id, ${mayBePaused} AS may_be_paused, node.recipients, node.delivered, node.bounced
      FROM unnest(${counts.map(({ accountId }) => accountId)}::uuid[], ${counts.map(({ keyId }) => keyId)}::int[],
        ${counts.map((count) => count.recipients)}::bigint[], ${counts.map(({ delivered }) => delivered)}::bigint[],
        ${counts.map(({ bounced }) => bounced)}::bigint[]) AS node (account_id, key_id, recipients, delivered, bounced)
      JOIN api_keys AS key ON key.account_id = node.account_id AND key.id = node.key_id
    ), added AS (
      INSERT INTO key_hours AS hours (account_id, key_id, hour, recipients, delivered, bounced)
      SELECT account_id, id, ${thisHour}, recipients, delivered, bounced FROM known ORDER BY account_id, id
      ON CONFLICT (account_id, key_id, hour) DO UPDATE SET recipients = hours.recipients + excluded.recipients,
        delivered = hours.delivered + excluded.delivered, bounced = hours.bounced + excluded.bounced
      RETURNING hours.*
    )
    SELECT added.account_id AS "accountId", added.key_id AS "keyId", added.recipients, added.delivered, added.bounced,
      CASE WHEN added.recipients > ${recipients}::bigint AND EXISTS (
        SELECT FROM key_hours past WHERE past.account_id = added.account_id AND past.key_id = added.key_id
          AND past.hour <= added.hour - interval '1 day'
      ) THEN (
        SELECT coalesce(max(past.recipients), 0) FROM key_hours past
        WHERE past.account_id = added.account_id AND past.key_id = added.key_id
          AND past.hour >= added.hour - interval '14 days' AND past.hour < added.hour
      ) END AS "busiestBefore"
    FROM added JOIN known ON known.account_id = added.account_id AND known.id = added.key_id
    WHERE known.may_be_paused`.execute(db);
  return rows;
}

type KeyId = { accountId: string; keyId: number };

/** Returns the key's name and the time of the pause; null if the key was paused or resumed in the meantime. */
export async function pauseKeyRow(
  db: Db,
  { accountId, keyId, reason }: KeyId & { reason: string },
): Promise<{ name: string; pausedAt: Date } | null> {
  const { rows } = await sql<{ name: string; pausedAt: Date }>`
    UPDATE api_keys AS key SET paused_at = now(), paused_reason = ${reason}
    WHERE key.account_id = ${accountId} AND key.id = ${keyId} AND ${mayBePaused}
    RETURNING key.name, key.paused_at AS "pausedAt"`.execute(db);
  return rows[0] ?? null;
}

export async function resumeKeyRow(db: Db, { accountId, keyId }: KeyId): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ paused_at: null, paused_reason: null, resumed_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("id", "=", keyId)
    .execute();
}

/** Keeps the newest hour of each key, so that a key used again after months does not count as new. */
export async function deleteOldKeyHours({ db }: Database): Promise<void> {
  await sql`DELETE FROM key_hours old WHERE hour < now() - interval '30 days' AND EXISTS (
    SELECT FROM key_hours newer
    WHERE newer.account_id = old.account_id AND newer.key_id = old.key_id AND newer.hour > old.hour)`.execute(
    db,
  );
}
