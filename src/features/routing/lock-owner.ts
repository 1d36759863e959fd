import { sql } from "kysely";
import { ADVISORY_LOCKS, type Db } from "../../platform/db/index.ts";

/**
 * Serializes changes of an owner's relays, rules and pools until the transaction ends: rules refer to relays and pools, and their
 * positions have no gaps.
 */
export async function lockOwner(db: Db, accountId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.routesOfAccount}, hashtext(${accountId}))`.execute(
    db,
  );
}
