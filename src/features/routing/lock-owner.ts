import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

/** Any number that no other lock of this program uses. */
const lockSpace = 7_263_014;

/**
 * One change at a time of an owner's relays, rules and pools, until the transaction ends: rules name the others, and stand in an
 * order without gaps.
 */
export async function lockOwner(db: Db, accountId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockSpace}, hashtext(${accountId}))`.execute(db);
}
