import { CompiledQuery, sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { recordEvents } from "./record-events.ts";
import { type EventType, type RecipientState, stateAfter, statesBefore } from "./states.ts";

/** A recipient identified by its return path, with the data needed to record a bounce or complaint. */
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

/**
 * Locks a recipient until the transaction ends, so that two concurrent messages about the same fact count once. Returns null if the
 * account or the email no longer exists.
 */
export async function lockRecipient(
  db: Db,
  { accountNumber, emailId, position }: { accountNumber: number; emailId: string; position: number },
): Promise<KnownRecipient | null> {
  const { rows } = await sql<KnownRecipient>`
    SELECT r.account_id, r.email_id, r.position, r.attempt, r.address, r.state, e.message_id, e.api_key_id
    FROM accounts a
    JOIN recipients r ON r.account_id = a.id
    JOIN emails e ON e.account_id = a.id AND e.id = r.email_id
    WHERE a.number = ${accountNumber} AND r.email_id = ${emailId} AND r.position = ${position}
    FOR NO KEY UPDATE OF r`.execute(db);
  return rows[0] ?? null;
}

/** Returns the domain of an email's sender, or null if the email no longer exists. */
export async function findSenderDomain(
  db: Db,
  { accountNumber, emailId }: { accountNumber: number; emailId: string },
): Promise<string | null> {
  const { rows } = await sql<{ domain: string }>`
    SELECT lower(split_part(e.mail_from->>'address', '@', -1)) AS domain
    FROM accounts a JOIN emails e ON e.account_id = a.id WHERE a.number = ${accountNumber} AND e.id = ${emailId}`.execute(
    db,
  );
  return rows[0]?.domain ?? null;
}

/** `accepted_as`: the id that a relay gave to the message. */
type EventDetail = { bounce?: string; accepted_as?: string };

/** Returns the details of a recipient's events of one type, from attempts and from returned messages. */
export async function loadEventDetails(
  db: Db,
  { account_id, email_id, position }: KnownRecipient,
  type: EventType,
): Promise<EventDetail[]> {
  const { rows } = await sql<{ detail: EventDetail }>`
    SELECT detail FROM events
    WHERE account_id = ${account_id} AND email_id = ${email_id} AND position = ${position} AND type = ${type}`.execute(
    db,
  );
  return rows.map(({ detail }) => detail);
}

const RECORD_LATE_TEXT = `WITH late AS (
      SELECT $1::uuid AS account_id, $2::uuid AS email_id, $3::smallint AS position, $4::integer AS attempt
    ), ${recordEvents([{ of: "late", type: "$5::text", detail: "$6::jsonb" }], "id")}
    SELECT id FROM recorded`;

/** Records a bounce or complaint and returns the event's id. The state does not change. */
export async function recordLateEvent(
  db: Db,
  { account_id, email_id, position, attempt }: KnownRecipient,
  { type, detail }: { type: EventType; detail: object },
): Promise<string> {
  const { rows } = await db.executeQuery<{ id: string }>(
    CompiledQuery.raw(RECORD_LATE_TEXT, [
      account_id,
      email_id,
      position,
      attempt,
      type,
      JSON.stringify(detail),
    ]),
  );
  return rows[0]?.id ?? "";
}

/** The effect of a bounce message: the recipient became `bounced`, it was delivered and is `bounced_late` now, or nothing changed. */
export type BounceEffect = "bounced" | "late" | "none";

/**
 * Bounces an uncertain recipient, because a server that returns a message must have received it. The state of a delivered recipient is
 * final, so it gets `bounced_late`, once, and its `updated_at` stays the time of the delivery.
 */
export async function applyBounceToState(
  db: Db,
  { account_id, email_id, position }: KnownRecipient,
): Promise<BounceEffect> {
  const { rows } = await sql<{ bounced_late: boolean }>`
    UPDATE recipients SET due_at = NULL, ready = false, bounced_late = state = 'delivered',
      updated_at = CASE state WHEN 'delivered' THEN updated_at ELSE now() END,
      state = CASE state WHEN 'delivered' THEN state ELSE ${sql.raw(stateAfter("bounceLate", "recipients"))} END
    WHERE account_id = ${account_id} AND email_id = ${email_id} AND position = ${position}
      AND (state IN (${sql.raw(statesBefore("bounceLate"))}) OR state = 'delivered' AND NOT bounced_late)
    RETURNING bounced_late`.execute(db);
  const [row] = rows;
  if (!row) return "none";
  return row.bounced_late ? "late" : "bounced";
}
