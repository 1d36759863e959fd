/** All SQL of alerts and of operators' changes to alert rules. */
import { ADVISORY_LOCKS, type Database, type Db, unlockAndRelease } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { Incident } from "../../alert-rule.ts";

export type AlertRow = {
  id: string;
  rule: string;
  subject: string;
  words: string;
  opened_at: Date;
  closed_at: Date | null;
  notified_opened_at: Date | null;
  /** The channels that were notified of it. */
  opening_notified: string[];
  closing_notified: string[];
};

const COLUMNS =
  "id, rule, subject, words, opened_at, closed_at, notified_opened_at, opening_notified, closing_notified";
/** An incident closes after this time without being seen, so that a condition that comes and goes is one incident. */
const QUIET_SECONDS = 120;

/** Runs the work unless another node is running it. The lock belongs to the connection, so it ends with the process. */
export async function asOnlyNode({ pool }: Database, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  let isMine = false;
  try {
    const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [
      ADVISORY_LOCKS.alerts,
    ]);
    isMine = rows[0]?.mine ?? false;
    if (isMine) await work();
    return isMine;
  } finally {
    if (isMine) await unlockAndRelease(client, ADVISORY_LOCKS.alerts);
    else client.release();
  }
}

/** Opens an alert or updates the open one. Returns true when it is new. */
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

/** Closes alerts that were not seen for a while, and returns them. `except`: rules that could not look. */
export async function closeAlerts(
  { pool }: Database,
  { except }: { except: readonly string[] },
): Promise<AlertRow[]> {
  const { rows } = await pool.query<AlertRow>(
    `UPDATE alerts SET closed_at = now() WHERE closed_at IS NULL AND seen_at < now() - make_interval(secs => $1) AND rule <> ALL ($2)
     RETURNING ${COLUMNS}`,
    [QUIET_SECONDS, except],
  );
  return rows;
}

/**
 * Alerts whose opening or closing some channel has not been notified of. An alert that closed before any channel was notified is left out.
 * New alerts, which no channel has received, come first, so that a failing channel does not delay them for the other.
 */
export async function listPendingAlerts({ pool }: Database): Promise<AlertRow[]> {
  const { rows } = await pool.query<AlertRow>(
    `SELECT ${COLUMNS} FROM alerts
     WHERE (closed_at IS NULL AND notified_opened_at IS NULL) OR (closed_at IS NOT NULL AND notified_closed_at IS NULL AND opening_notified <> '{}')
     ORDER BY cardinality(CASE WHEN closed_at IS NULL THEN opening_notified ELSE closing_notified END), id LIMIT 100`,
  );
  return rows;
}

type Notified = { notifiedNow: readonly string[]; isComplete: boolean };

/** Records the channels that were notified now, and whether all of them have been. */
export async function markNotified(
  { pool }: Database,
  { id, closed_at }: AlertRow,
  { notifiedNow, isComplete }: Notified,
): Promise<void> {
  const [channels, at] =
    closed_at === null
      ? ["opening_notified", "notified_opened_at"]
      : ["closing_notified", "notified_closed_at"];
  await pool.query(
    `UPDATE alerts SET ${channels} = ${channels} || $2::text[], ${at} = CASE WHEN $3 THEN now() END WHERE id = $1`,
    [id, notifiedNow, isComplete],
  );
}

type AlertsPage = { status: "open" | "closed" | undefined; beforeId: string; limit: number };

export async function listAlerts(
  { pool }: Database,
  { status, beforeId, limit }: AlertsPage,
): Promise<AlertRow[]> {
  const { rows } = await pool.query<AlertRow>(
    `SELECT ${COLUMNS} FROM alerts
     WHERE id < $1 AND ($2::boolean IS NULL OR (closed_at IS NOT NULL) = $2) ORDER BY id DESC LIMIT $3`,
    [beforeId, status && status === "closed", limit],
  );
  return rows;
}

export async function listOpenAlerts({ pool }: Database): Promise<AlertRow[]> {
  const { rows } = await pool.query<AlertRow>(
    `SELECT ${COLUMNS} FROM alerts WHERE closed_at IS NULL ORDER BY id DESC LIMIT 100`,
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
