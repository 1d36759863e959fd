import type pg from "pg";

/** The fixed keys of advisory locks, the same on all nodes and in all versions. */
export const ADVISORY_LOCKS = {
  migration: 7_263_001,
  restoredBackup: 7_263_002,
  firstLaunch: 7_263_003,
  /** The first of two keys; the second one names the account. */
  routesOfAccount: 7_263_014,
  alerts: 4_715_203_886,
} as const;

/**
 * Unlocks, and returns the connection to the pool. If that fails, the connection is closed, which ends the lock: otherwise no other node
 * would ever get it.
 */
export async function unlockAndRelease(client: pg.PoolClient, lock: number): Promise<void> {
  const isUnlocked = await client.query("SELECT pg_advisory_unlock($1)", [lock]).then(
    () => true,
    () => false,
  );
  client.release(!isUnlocked);
}
