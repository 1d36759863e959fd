import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";

/*
 * A recipient who unsubscribes in the moment in which an import adds her: neither transaction would see what the other one writes, and she
 * would stay subscribed. Locks of an account, until the transaction ends.
 */

/** For recipients who unsubscribe: they wait for an import's transaction, and not for each other. */
export async function shareUnsubscribeLock(db: Db, accountId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${keyOf(accountId)})`.execute(db);
}

/** For imports, before they ask who has unsubscribed. */
export async function takeUnsubscribeLock(db: Db, accountId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${keyOf(accountId)})`.execute(db);
}

function keyOf(accountId: string) {
  return sql`hashtextextended(${`unsubscribes ${accountId}`}, 0)`;
}
