import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import type { ReturnPath } from "../../delivery/index.ts";
import type { EventType, RecipientState } from "../../emails/index.ts";

/** The recipient that a return path names, with the data that recording a result needs. */
export type KnownRecipient = {
  account_id: string;
  email_id: string;
  position: number;
  attempt: number;
  address: string;
  state: RecipientState;
  message_id: string;
  api_key_id: number | null;
};

/** Locks the recipient until the transaction ends, so that concurrent duplicates count once. Returns null when the account or email no longer exists. */
export async function lockRecipient(db: Db, path: ReturnPath): Promise<KnownRecipient | null> {
  const { rows } = await sql<KnownRecipient>`
    SELECT r.account_id, r.email_id, r.position, r.attempt, r.address, r.state, e.message_id, e.api_key_id
    FROM accounts a
    JOIN recipients r ON r.account_id = a.id
    JOIN emails e ON e.account_id = a.id AND e.id = r.email_id
    WHERE a.number = ${path.accountNumber} AND r.email_id = ${path.emailId} AND r.position = ${path.position}
    FOR NO KEY UPDATE OF r`.execute(db);
  return rows[0] ?? null;
}

/** Loads the details of the recipient's earlier events of a type, from attempts and from inbound messages. */
export async function loadDetails(
  db: Db,
  { account_id, email_id, position }: KnownRecipient,
  type: EventType,
): Promise<{ bounce?: string }[]> {
  const { rows } = await sql<{ detail: { bounce?: string } }>`
    SELECT detail FROM events
    WHERE account_id = ${account_id} AND email_id = ${email_id} AND position = ${position} AND type = ${type}`.execute(
    db,
  );
  return rows.map(({ detail }) => detail);
}

/** Records an event and returns its id. The recipient's state does not change. */
export async function recordEvent(
  db: Db,
  { account_id, email_id, position, attempt }: KnownRecipient,
  { type, detail }: { type: EventType; detail: object },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
    INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
    SELECT ${account_id}::uuid, ${email_id}::uuid, event_id(at, uuid_send(gen_random_uuid())), ${position}::smallint,
      ${attempt}::integer, ${type}, ${JSON.stringify(detail)}::jsonb, at
    FROM begun
    RETURNING id`.execute(db);
  return rows[0]?.id ?? "";
}

/** Marks an uncertain recipient as bounced: a server that returns a message had received it. A recipient in flight is left to its worker. */
export async function endUncertain(
  db: Db,
  { account_id, email_id, position }: KnownRecipient,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE recipients SET state = 'bounced', due_at = NULL, ready = false, updated_at = now()
    WHERE account_id = ${account_id} AND email_id = ${email_id} AND position = ${position} AND state = 'uncertain'`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
