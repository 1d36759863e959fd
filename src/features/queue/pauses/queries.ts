/** All SQL of pauses. */
import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import { EVERY_ACCOUNT, type Pause, type Scope } from "./pause.ts";

/** The condition on a pause `p` that has not ended. */
export const IS_ON = "(p.ends_at IS NULL OR p.ends_at > now())";

/** Returns a row for each paused domain. A pause of all mail is one row without a domain. */
export async function listPausedDomains({
  pool,
}: Database): Promise<{ account_id: string; domain: string | null }[]> {
  const { rows } = await pool.query({
    name: "list-paused-domains",
    text: `SELECT p.account_id, nullif(p.name, '') AS domain FROM queue_pauses p WHERE ${IS_ON}
      UNION SELECT p.account_id, d.domain FROM queue_pauses p JOIN provider_domains d ON d.provider = p.name
      WHERE p.target = 'destination' AND ${IS_ON}`,
  });
  return rows;
}

/** Lists the pauses that affect an account's mail, or any mail (null), newest first. */
export async function listPauses({ pool }: Database, accountId: string | null): Promise<Pause[]> {
  const { rows } = await pool.query<Pause>(
    `SELECT nullif(p.account_id, $1) AS account_id, p.target, p.name, p.kind, p.reason, p.by_operator, p.ends_at, p.created_at,
       u.email AS by
     FROM queue_pauses p LEFT JOIN people u ON u.id = p.person_id AND ($2::uuid IS NULL OR EXISTS (
       SELECT FROM memberships m WHERE m.account_id = $2 AND m.person_id = u.id))
     WHERE ${IS_ON} AND ($2::uuid IS NULL OR p.account_id IN ($1, $2)) ORDER BY p.created_at DESC, p.name LIMIT 200`,
    [EVERY_ACCOUNT, accountId],
  );
  return rows;
}

export type NewPause = {
  scope: Scope;
  kind: "pause" | "hold";
  reason: string | null;
  seconds: number | null;
  byOperator: boolean;
  personId: string | null;
};

/** A pause that another one replaced, as far as an undo needs it. */
export type ReplacedPause = Pick<Pause, "kind" | "reason"> & {
  /** The time that it had left. Null: until a person ends it. */
  seconds: number | null;
};

/** Returns the pause of the same scope that the new one replaces, or null. */
export async function upsertPause(db: Db, pause: NewPause): Promise<ReplacedPause | null> {
  const { scope, kind, reason, seconds, byOperator, personId } = pause;
  const { rows } = await sql<ReplacedPause>`
    SELECT kind, reason, ceil(extract(epoch FROM p.ends_at - now()))::integer AS seconds FROM queue_pauses p
    WHERE account_id = ${scope.accountId ?? EVERY_ACCOUNT} AND target = ${scope.target} AND name = ${scope.name}
      AND by_operator = ${byOperator} AND ${sql.raw(IS_ON)} FOR UPDATE`.execute(db);
  await sql`
    INSERT INTO queue_pauses (account_id, target, name, kind, reason, ends_at, by_operator, person_id)
    VALUES (${scope.accountId ?? EVERY_ACCOUNT}, ${scope.target}, ${scope.name}, ${kind}, ${reason},
      now() + make_interval(secs => ${seconds}), ${byOperator}, ${personId})
    ON CONFLICT (account_id, target, name, by_operator) DO UPDATE SET kind = excluded.kind, reason = excluded.reason,
      ends_at = excluded.ends_at, person_id = excluded.person_id, created_at = now()`.execute(db);
  return rows[0] ?? null;
}

/** Returns the number of deleted pauses. An operator can end any pause, an account only its own. */
export async function deletePauses(
  db: Db,
  { scope, byOperator }: { scope: Scope; byOperator: boolean },
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM queue_pauses WHERE account_id = ${scope.accountId ?? EVERY_ACCOUNT} AND target = ${scope.target}
      AND name = ${scope.name} AND (NOT by_operator OR ${byOperator})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function deleteEndedPauses({ pool }: Database): Promise<void> {
  await pool.query("DELETE FROM queue_pauses WHERE ends_at < now()");
}
