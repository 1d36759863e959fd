import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";

/*
 * If a recipient unsubscribes while an import adds her, neither transaction sees what the other one writes, and she stays subscribed. These
 * locks of the account prevent that. They last until the transaction ends.
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
