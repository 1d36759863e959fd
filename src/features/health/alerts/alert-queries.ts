/** All SQL of alerts and of what operators changed in their rules. */
import type { Database, Db } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { Incident } from "./rules.ts";

export type AlertRow = {
  id: string;
  rule: string;
  subject: string;
  words: string;
  opened_at: Date;
  closed_at: Date | null;
  notified_opened_at: Date | null;
};

const columns = "id, rule, subject, words, opened_at, closed_at, notified_opened_at";
/** Over all nodes and instances of one database. */
const lockKey = 4_715_203_886;
/** An incident is over when it was not seen for so long: what comes and goes is one incident. */
const quietSeconds = 120;

/** Runs the work if no other node does. The lock is the connection's, so it ends with this process. */
export async function asOnlyNode({ pool }: Database, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [
      lockKey,
    ]);
    if (!rows[0]?.mine) return false;
    try {
      await work();
    } finally {
      await client.query("SELECT pg_advisory_unlock($1)", [lockKey]);
    }
    return true;
  } finally {
    client.release();
  }
}

/** True if it is a new one. */
export async function openAlert(
  { pool }: Database,
  rule: string,
  { subject, words }: Incident,
): Promise<boolean> {
  const { rows } = await pool.query<{ is_new: boolean }>(
    `INSERT INTO alerts (id, rule, subject, words) VALUES ($1, $2, $3, $4)
     ON CONFLICT (rule, subject) WHERE closed_at IS NULL DO UPDATE SET words = excluded.words, seen_at = now()
     RETURNING id = $1 AS is_new`,
    [newId(), rule, subject, words],
  );
  return rows[0]?.is_new ?? false;
}

/** Those that were not seen for a while; answers them. */
export async function closeAlerts({ pool }: Database): Promise<AlertRow[]> {
  const { rows } = await pool.query<AlertRow>(
    `UPDATE alerts SET closed_at = now() WHERE closed_at IS NULL AND seen_at < now() - make_interval(secs => $1)
     RETURNING ${columns}`,
    [quietSeconds],
  );
  return rows;
}

/** Of which nobody has been told that they began, or that they are over. What was over before anybody was told is not told. */
export async function listPendingAlerts({ pool }: Database): Promise<AlertRow[]> {
  const { rows } = await pool.query<AlertRow>(
    `SELECT ${columns} FROM alerts
     WHERE (notified_opened_at IS NULL AND closed_at IS NULL) OR (notified_opened_at IS NOT NULL AND closed_at IS NOT NULL AND notified_closed_at IS NULL)
     ORDER BY id LIMIT 100`,
  );
  return rows;
}

export async function markNotified({ pool }: Database, { id, closed_at }: AlertRow): Promise<void> {
  const column = closed_at === null ? "notified_opened_at" : "notified_closed_at";
  await pool.query(`UPDATE alerts SET ${column} = now() WHERE id = $1`, [id]);
}

export async function listAlerts(
  { pool }: Database,
  { beforeId, limit }: { beforeId: string; limit: number },
): Promise<AlertRow[]> {
  const { rows } = await pool.query<AlertRow>(
    `SELECT ${columns} FROM alerts WHERE id < $1 ORDER BY id DESC LIMIT $2`,
    [beforeId, limit],
  );
  return rows;
}

export async function listOpenAlerts({ pool }: Database): Promise<AlertRow[]> {
  const { rows } = await pool.query<AlertRow>(
    `SELECT ${columns} FROM alerts WHERE closed_at IS NULL ORDER BY id DESC LIMIT 100`,
  );
  return rows;
}

export async function deleteOldAlerts({ pool }: Database): Promise<void> {
  await pool.query("DELETE FROM alerts WHERE closed_at < now() - interval '90 days'");
}

export type RuleChange = { rule: string; enabled: boolean; threshold: number | null };

export async function listRuleChanges({ pool }: Database): Promise<RuleChange[]> {
  const { rows } = await pool.query<RuleChange>("SELECT rule, enabled, threshold FROM alert_rules");
  return rows;
}

export async function upsertRuleChange(db: Db, change: RuleChange): Promise<void> {
  await db
    .insertInto("alert_rules")
    .values(change)
    .onConflict((conflict) => conflict.column("rule").doUpdateSet(change))
    .execute();
}
