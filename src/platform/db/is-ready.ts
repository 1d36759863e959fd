import type pg from "pg";
import { findPending } from "./migrate.ts";

/**
 * Whether the database takes writes and has this program's schema. Asking for a transaction id is the smallest write: it
 * fails on a standby and when the log cannot grow. A session that was made read-only may still ask, so that is asked too.
 */
export async function isReady(pool: pg.Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query(
      "SELECT pg_current_xact_id(), current_setting('transaction_read_only') = 'off' AS takes_writes",
    );
    return rows[0].takes_writes && (await findPending(pool)).length === 0;
  } catch {
    return false;
  }
}
