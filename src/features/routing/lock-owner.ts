import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

/** A number that no other lock of this program uses. */
const LOCK_SPACE = 7_263_014;

/**
 * Serializes changes of an owner's relays, rules and pools until the transaction ends: rules refer to relays and pools, and their
 * positions have no gaps.
 */
export async function lockOwner(db: Db, accountId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK_SPACE}, hashtext(${accountId}))`.execute(db);
}
