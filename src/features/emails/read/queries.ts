import type { Database } from "../../../platform/db/index.ts";
import { type EventType, type RecipientState, shownState } from "../../recipients/index.ts";
import type { EmailStatus } from "../email-status.ts";
import { EMAIL_COLUMNS, type StoredEmail } from "../messages/email-row.ts";

export async function loadEmail(
  { pool }: Database,
  accountId: string,
  id: string,
): Promise<StoredEmail | null> {
  const { rows } = await pool.query<StoredEmail>(
    `SELECT ${EMAIL_COLUMNS}, e.changes, e.on_uncertain FROM emails e WHERE e.account_id = $1 AND e.id = $2`,
    [accountId, id],
  );
  return rows[0] ?? null;
}

type EventDetail = {
  reason?: string;
  phase?: string;
  code?: number;
  enhanced?: string;
  line?: string;
  host?: string;
  next_attempt_at?: string;
  route?: string;
  rule?: string;
  source?: string;
  tls?: string;
  plaintext?: string;
  policy?: string;
  tracking?: string;
  accepted_as?: string;
  meaning?: string;
  /** Set for a bounce that arrived as a message. */
  late?: boolean;
  further?: boolean;
  bounce?: "hard" | "soft";
  durations?: Record<string, number>;
};

export type EventRow = {
  id: string;
  position: number;
  attempt: number;
  type: EventType;
  detail: EventDetail;
  created_at: Date;
};

export type RecipientRow = {
  position: number;
  address: string;
  state: RecipientState;
  bounced_late: boolean;
  attempt: number;
  due_at: Date | null;
  updated_at: Date;
  /** Oldest first. There are few attempts, so all events of an email fit into one response. */
  events: (EventRow & { transcript: string | null })[];
};

/** The number of transcripts per recipient, newest first: the last attempts explain a failure. */
const MAX_TRANSCRIPTS = 5;
/** Limit for all transcripts of an email, which may have a thousand recipients. */
const MAX_TRANSCRIPT_CHARACTERS = 500_000;

/** Loads states and events in one statement, so that no state is shown without the event that caused it. */
export async function loadRecipients(
  { pool }: Database,
  accountId: string,
  emailId: string,
): Promise<{ recipients: RecipientRow[]; status: EmailStatus }> {
  const { rows } = await pool.query<JoinedRow>(
    `SELECT r.position, r.address, r.state, r.bounced_late, r.attempt, r.due_at, r.updated_at,
       (SELECT email_status(array_agg(${shownState("s")})) FROM recipients s WHERE account_id = $1 AND email_id = $2) AS status,
       v.id AS event_id, v.attempt AS event_attempt, v.type, v.detail, v.created_at,
       CASE WHEN v.nth <= ${MAX_TRANSCRIPTS} AND v.characters <= ${MAX_TRANSCRIPT_CHARACTERS} THEN v.transcript END AS transcript
     FROM recipients r
     LEFT JOIN (
       SELECT *, row_number() OVER (PARTITION BY position, transcript IS NULL ORDER BY id DESC) AS nth,
         sum(length(transcript)) OVER (ORDER BY id DESC) AS characters
       FROM events WHERE account_id = $1 AND email_id = $2
     ) v ON v.position = r.position
     WHERE r.account_id = $1 AND r.email_id = $2 ORDER BY r.position, v.created_at, v.id`,
    [accountId, emailId],
  );
  return { recipients: gatherEvents(rows), status: rows[0]?.status ?? "queued" };
}

type JoinedRow = Omit<RecipientRow, "events"> & { status: EmailStatus } & (
    | { event_id: null }
    | ({ event_id: string; event_attempt: number; transcript: string | null } & Omit<
        EventRow,
        "id" | "position" | "attempt"
      >)
  );

function gatherEvents(rows: JoinedRow[]): RecipientRow[] {
  const recipients = new Map<number, RecipientRow>();
  for (const row of rows) {
    const recipient = recipients.get(row.position) ?? { ...row, events: [] };
    recipients.set(row.position, recipient);
    if (row.event_id !== null)
      recipient.events.push({ ...row, id: row.event_id, attempt: row.event_attempt });
  }
  return [...recipients.values()];
}
