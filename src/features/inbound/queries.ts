/** The SQL of `inbound_messages`, which are no tenant's: see migrations/0013_inbound.sql. */
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { firstIdAt } from "../../platform/ids/index.ts";
import type { InboundMessage } from "./door/receive-message.ts";
import type { Outcome } from "./outcome.ts";

/** `attempts`: how often a reader took it, this time included. */
export type ClaimedMessage = InboundMessage & { attempts: number };

export async function insertMessage(db: Db, message: InboundMessage): Promise<void> {
  const { id, raw, sizeBytes, envelopeFrom, recipients, clientIp, helo } = message;
  await sql`INSERT INTO inbound_messages (id, raw, size_bytes, envelope_from, recipients, client_ip, helo)
    VALUES (${id}, ${raw}, ${sizeBytes}, ${envelopeFrom}, ${recipients}::text[], ${clientIp}, ${helo})`.execute(
    db,
  );
}

/** Takes the one that waits longest, for `leaseSeconds`; those that another reader is taking are skipped. */
export async function claimMessage(db: Db, leaseSeconds: number): Promise<ClaimedMessage | null> {
  const { rows } = await sql<ClaimedMessage>`
    UPDATE inbound_messages SET attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    WHERE id = (
      SELECT id FROM inbound_messages WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, raw, size_bytes AS "sizeBytes", envelope_from AS "envelopeFrom", recipients, client_ip AS "clientIp",
      helo, attempts`.execute(db);
  return rows[0] ?? null;
}

/** Undoes a claim: the message may be taken again in `seconds`, and it counts as not taken. */
export async function unclaimMessage(
  db: Db,
  { id, seconds }: { id: string; seconds: number },
): Promise<void> {
  await sql`UPDATE inbound_messages SET attempts = attempts - 1, due_at = now() + make_interval(secs => ${seconds})
    WHERE id = ${id} AND due_at IS NOT NULL`.execute(db);
}

/** Locks a message that has been claimed; false when another reader is done with it already. */
export async function lockUnread(db: Db, id: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM inbound_messages WHERE id = ${id} AND due_at IS NOT NULL FOR UPDATE`.execute(db);
  return rows.length > 0;
}

export async function finishMessage(
  db: Db,
  { id, outcomes }: { id: string; outcomes: Outcome[] },
): Promise<void> {
  await sql`UPDATE inbound_messages SET due_at = NULL, outcomes = ${outcomes}::text[] WHERE id = ${id}`.execute(
    db,
  );
}

/** Who vouches for a message, told after it was read. */
export async function saveAuthentication(
  db: Db,
  { id, authentication }: { id: string; authentication: object },
): Promise<void> {
  await sql`UPDATE inbound_messages SET authentication = ${JSON.stringify(authentication)}::jsonb
    WHERE id = ${id}`.execute(db);
}

/** What waits to be read. The length of what lies apart is known without reading it. */
export async function loadUnread(db: Db): Promise<{ messages: number; bytes: number }> {
  const { rows } = await sql<{ messages: number; bytes: number }>`
    SELECT count(*) AS messages, coalesce(sum(octet_length(raw)), 0)::float8 AS bytes
    FROM inbound_messages WHERE due_at IS NOT NULL`.execute(db);
  return rows[0] ?? { messages: 0, bytes: 0 };
}

/** Removes what was read and is older than `before`, and the oldest of what is more than `maxBytes` together. */
export async function deleteRead(
  db: Db,
  { before, maxBytes }: { before: Date; maxBytes: number },
): Promise<void> {
  await sql`DELETE FROM inbound_messages WHERE due_at IS NULL AND id IN (
      SELECT id FROM (
        SELECT id, sum(octet_length(raw)) OVER (ORDER BY id DESC) AS bytes FROM inbound_messages WHERE due_at IS NULL
      ) kept WHERE id < ${firstIdAt(before)} OR bytes > ${maxBytes}
    )`.execute(db);
}
