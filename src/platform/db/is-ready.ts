import type pg from "pg";
import { findPending } from "./migrate.ts";

/**
 * Whether the database accepts writes and has this program's schema. Requesting a transaction id is the smallest write: it
 * fails on a standby and when the WAL cannot grow. A read-only session may still request one, so that setting is checked
 * too.
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
