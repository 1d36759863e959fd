import { sql } from "kysely";
import type { Database, Db } from "../../platform/db/index.ts";

/** Allows a burst of `attempts`, then one each `everySeconds`. */
export type Limit = { attempts: number; everySeconds: number };

/** `earlier`: how many attempts were on the counter before this one. */
export type Taken = { allowed: boolean; earlier: number; retryAfterSeconds: number };

/**
 * Counts one attempt in the database before it is made, so that a thousand concurrent attempts count as a thousand. Attempts on a
 * full counter keep it full: Retry-After is measured from the last attempt.
 */
export async function takeAttempt(database: Database, subject: string, limit: Limit): Promise<Taken> {
  const { attempts, everySeconds } = limit;
  const capacity = attempts * everySeconds;
  // A refused attempt leaves the counter this far above its capacity, which saves a column.
  const excess = 0.001;
  const { rows } = await sql<{ ahead: number }>`
    INSERT INTO attempt_counters AS known (subject, drained_at)
    VALUES (${subject}, now() + make_interval(secs => ${everySeconds}::float8))
    ON CONFLICT (subject) DO UPDATE SET drained_at = LEAST(
      GREATEST(known.drained_at, now()) + make_interval(secs => ${everySeconds}::float8),
      now() + make_interval(secs => ${capacity + excess}::float8))
    RETURNING extract(epoch FROM drained_at - now())::float8 AS ahead`.execute(database.db);
  const ahead = rows[0]?.ahead ?? 0;
  return {
    allowed: ahead <= capacity,
    earlier: ahead / everySeconds - 1,
    retryAfterSeconds: Math.max(1, Math.ceil(ahead - excess + everySeconds - capacity)),
  };
}

/** Takes back an attempt that did not fail: only failures count. */
export async function refundAttempt(database: Database, subject: string, limit: Limit): Promise<void> {
  await sql`UPDATE attempt_counters SET drained_at = drained_at - make_interval(secs => ${limit.everySeconds}::float8)
    WHERE subject = ${subject}`.execute(database.db);
}

export async function forgetAttempts(db: Db, subject: string): Promise<void> {
  await db.deleteFrom("attempt_counters").where("subject", "=", subject).execute();
}

const ROWS_AT_ONCE = 10_000;

/** Deletes in short statements: an attacker with a million networks leaves a million counters. */
export async function deleteDrainedCounters(database: Database): Promise<void> {
  let removed = ROWS_AT_ONCE;
  while (removed === ROWS_AT_ONCE) {
    const { numAffectedRows } = await sql`DELETE FROM attempt_counters WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM attempt_counters WHERE drained_at < now() LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED))`.execute(
      database.db,
    );
    removed = Number(numAffectedRows ?? 0);
  }
}
