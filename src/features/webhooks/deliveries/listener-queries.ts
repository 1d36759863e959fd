import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";

type Replayed = { id: number; event_id: string; subject: string; type: string };

/** Call in a transaction. Replays of an account wait for each other, so that their ids become visible in order. */
export async function insertReplays(
  db: Db,
  accountId: string,
  events: readonly { id: string; subject: string; type: string }[],
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook replays ${accountId}`}, 0))`.execute(db);
  await sql`
    INSERT INTO webhook_replays (account_id, id, event_id, subject, type)
    SELECT ${accountId}::uuid, greatest((extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
        (SELECT max(r.id) + 1 FROM webhook_replays r WHERE r.account_id = ${accountId})) + e.n, e.id, e.subject, e.type
    FROM unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ subject }) => subject)}::uuid[],
      ${events.map(({ type }) => type)}::text[]) WITH ORDINALITY AS e (id, subject, type, n)`.execute(db);
}

/** Oldest first. */
export async function listReplays(
  db: Db,
  { accountId, afterId, limit }: { accountId: string; afterId: number; limit: number },
): Promise<Replayed[]> {
  return await db
    .selectFrom("webhook_replays")
    .select(["id", "event_id", "subject", "type"])
    .where("account_id", "=", accountId)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Returns 0 if there is none. */
export async function lastReplayId(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom("webhook_replays")
    .select(({ fn }) => fn.max("id").as("id"))
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.id ?? 0;
}
