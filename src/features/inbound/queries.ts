/** The SQL of `inbound_messages`. Its rows belong to no account: see migrations/0010_inbound.sql. */
import { sql } from "kysely";
import type { Database, Db } from "../../platform/db/index.ts";
import { firstIdAt } from "../../platform/ids/index.ts";
import type { Outcome } from "./outcome.ts";
import type { InboundMessage, Line } from "./smtp-server/receive-message.ts";

/** `attempts` counts the claims by readers, including this one. */
export type ClaimedMessage = InboundMessage & { attempts: number };

/** See migrations/0010_inbound.sql. */
const OPEN = 1;
const LAST = 2;

export async function insertMessage(
  db: Db,
  message: InboundMessage,
  { isFailing }: { isFailing: boolean },
): Promise<void> {
  const { id, raw, sizeBytes, envelopeFrom, recipients, clientIp, network, helo, line } = message;
  const priority = line === "signed" ? 0 : isFailing ? LAST : OPEN;
  await sql`INSERT INTO inbound_messages
      (id, raw, size_bytes, envelope_from, recipients, client_ip, network, helo, priority)
    VALUES (${id}, ${raw}, ${sizeBytes}, ${envelopeFrom}, ${recipients}::text[], ${clientIp}, ${network}, ${helo},
      ${priority})`.execute(db);
}

/** Claims the oldest due message of a line for `leaseSeconds`. Messages that another reader is claiming are skipped. */
export async function claimMessage(
  db: Db,
  { line, leaseSeconds }: { line: Line; leaseSeconds: number },
): Promise<ClaimedMessage | null> {
  const ofLine = line === "signed" ? sql`priority = 0` : sql`priority > 0`;
  const { rows } = await sql<ClaimedMessage>`
    UPDATE inbound_messages SET attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    WHERE id = (
      SELECT id FROM inbound_messages WHERE ${ofLine} AND due_at <= now()
      ORDER BY priority, due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, raw, size_bytes AS "sizeBytes", envelope_from AS "envelopeFrom", recipients, client_ip AS "clientIp",
      network, helo, CASE WHEN priority = 0 THEN 'signed' ELSE 'open' END AS line, attempts`.execute(db);
  return rows[0] ?? null;
}

/** Moves the unread mail of a network behind that of all others. */
export async function readNetworkLast(db: Db, network: string): Promise<void> {
  await sql`UPDATE inbound_messages SET priority = ${LAST}
    WHERE due_at IS NOT NULL AND priority = ${OPEN} AND network = ${network}`.execute(db);
}

/** Undoes a claim: the message is due again in `seconds`, and the attempt does not count. */
export async function unclaimMessage(
  db: Db,
  { id, seconds }: { id: string; seconds: number },
): Promise<void> {
  await sql`UPDATE inbound_messages SET attempts = attempts - 1, due_at = now() + make_interval(secs => ${seconds})
    WHERE id = ${id} AND due_at IS NOT NULL`.execute(db);
}

/** Locks a claimed message. Returns false when another reader has already finished it. */
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

/** Stores the SPF and DKIM results of a message, which are known after it was read. */
export async function saveAuthentication(
  db: Db,
  { id, authentication }: { id: string; authentication: object },
): Promise<void> {
  await sql`UPDATE inbound_messages SET authentication = ${JSON.stringify(authentication)}::jsonb
    WHERE id = ${id}`.execute(db);
}

export async function hasUnread({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>(
    "SELECT EXISTS (SELECT FROM inbound_messages WHERE due_at IS NOT NULL)",
  );
  return rows[0]?.exists ?? false;
}

/** Counts unread messages by line and network. `octet_length` is cheap: PostgreSQL need not read the stored value for it. */
export async function loadUnread(
  db: Db,
): Promise<{ line: Line; network: string; messages: number; bytes: number }[]> {
  const { rows } = await sql<{ line: Line; network: string; messages: number; bytes: number }>`
    SELECT CASE WHEN priority = 0 THEN 'signed' ELSE 'open' END AS line, network, count(*) AS messages,
      sum(octet_length(raw))::float8 AS bytes
    FROM inbound_messages WHERE due_at IS NOT NULL GROUP BY 1, 2`.execute(db);
  return rows;
}

/** Deletes read messages older than `before`, and the oldest ones beyond `maxBytes` in total. */
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
