import type { Mailbox } from "../../../mail/address/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { EventType, RecipientState } from "../../recipients/index.ts";
import type { EmailStatus, EmailStatusFilter } from "../email-status.ts";
import { EMAIL_COLUMNS, type StoredEmail } from "../messages/email-row.ts";
import type { Metadata, Tag } from "../new-email.ts";

export type EmailSummaryRow = {
  id: string;
  message_id: string;
  mail_from: Mailbox;
  reply_to: Mailbox[];
  mail_to: Mailbox[];
  mail_cc: Mailbox[] | null;
  mail_bcc: Mailbox[] | null;
  subject: string;
  tags: Tag[] | null;
  attachments: { filename: string }[] | null;
  scheduled_at: Date | null;
  created_at: Date;
  status: EmailStatus;
  /** Whether a recipient reported the email as spam. */
  complained: boolean;
};

export type EmailFilter = {
  accountId: string;
  status: EmailStatusFilter | null;
  recipientKey: string | null;
  subjectPart: string | null;
  tag: { name: string; value?: string } | null;
  /** Ids from here (inclusive) … */
  fromId: string;
  /** … up to here (exclusive); newest first. */
  beforeId: string;
  limit: number;
};

/** Returns emails, newest first. Recipient and status have indexes of their own, so a rare value costs no more than a common one. */
export async function listEmails({ pool }: Database, filter: EmailFilter): Promise<EmailSummaryRow[]> {
  const values: unknown[] = [filter.accountId, filter.fromId, filter.beforeId, filter.limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (filter.status === "complained") conditions.push("s.complained");
  else if (filter.status) conditions.push(`s.status = ${parameter(filter.status)}`);
  if (filter.subjectPart)
    conditions.push(`strpos(lower(e.subject), lower(${parameter(filter.subjectPart)})) > 0`);
  if (filter.tag) conditions.push(`e.tags @> ${parameter(JSON.stringify([filter.tag]))}::jsonb`);
  const { rows } = await pool.query<EmailSummaryRow>(
    `SELECT e.id, e.message_id, e.mail_from, e.reply_to, e.mail_to, e.mail_cc, e.mail_bcc, e.subject, e.tags, e.attachments, e.scheduled_at, e.created_at,
       s.status, s.complained
     FROM (${candidates(filter, parameter)}) c
     JOIN emails e ON e.account_id = $1 AND e.id = c.id
     CROSS JOIN LATERAL (
       SELECT email_status(array_agg(r.state)) AS status,
         EXISTS (SELECT FROM events v WHERE v.account_id = $1 AND v.email_id = c.id AND v.type = 'complained') AS complained
       FROM recipients r WHERE r.account_id = $1 AND r.email_id = c.id
     ) s
     ${conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : ""}
     ORDER BY c.id DESC LIMIT $4`,
    values,
  );
  return rows;
}

/** SQL for the ids of candidate emails, newest first, from the narrowest index that the filter allows. */
function candidates(filter: EmailFilter, parameter: (value: unknown) => string): string {
  const range = (column: string) => `account_id = $1 AND ${column} >= $2 AND ${column} < $3`;
  const fromRecipients = (condition: string) =>
    `SELECT DISTINCT email_id AS id FROM recipients WHERE ${range("email_id")} AND ${condition} ORDER BY email_id DESC`;
  if (filter.recipientKey) return fromRecipients(`address_key = ${parameter(filter.recipientKey)}`);
  if (filter.status === "complained")
    return `SELECT DISTINCT email_id AS id FROM events WHERE ${range("email_id")} AND type = 'complained' ORDER BY email_id DESC`;
  if (filter.status === "partially_delivered") return mixed(range("email_id"));
  if (filter.status) return fromRecipients(`state = ${parameter(filter.status)}`);
  return `SELECT id FROM emails WHERE ${range("id")} ORDER BY id DESC`;
}

/**
 * SQL for emails whose recipients may have different final states: one failed, or some were delivered and some captured. There is one
 * scan per state, because each returns rows in index order and a merge keeps it. A single scan would have to be sorted.
 */
function mixed(range: string): string {
  const inState = (state: RecipientState) =>
    `SELECT email_id AS id FROM recipients WHERE ${range} AND state = '${state}'`;
  const failed = (["bounced", "suppressed", "canceled", "expired"] as const).map(inState);
  const arrivedBothWays = `SELECT d.id FROM (${inState("delivered")}) d JOIN (${inState("captured")}) c ON c.id = d.id`;
  return `SELECT DISTINCT id FROM (${[...failed, arrivedBothWays].join(" UNION ALL ")}) one ORDER BY id DESC`;
}

/** Returns the ids that are next newer than this id, oldest first. */
export async function listNewerIds(
  { pool }: Database,
  accountId: string,
  { thanId, limit }: { thanId: string; limit: number },
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM emails WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [accountId, thanId, limit],
  );
  return rows.map(({ id }) => id);
}

export async function loadEmail(
  { pool }: Database,
  accountId: string,
  id: string,
): Promise<StoredEmail | null> {
  const { rows } = await pool.query<StoredEmail>(
    `SELECT ${EMAIL_COLUMNS}, e.changes FROM emails e WHERE e.account_id = $1 AND e.id = $2`,
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
  meaning?: string;
  /** Set for a bounce that arrived as a message. */
  late?: boolean;
  bounce?: "hard" | "soft";
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
    `SELECT r.position, r.address, r.state, r.attempt, r.due_at, r.updated_at,
       (SELECT email_status(array_agg(state)) FROM recipients WHERE account_id = $1 AND email_id = $2) AS status,
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

export type AccountEventRow = EventRow & {
  email_id: string;
  address: string;
  subject: string;
  tags: Tag[] | null;
  metadata: Metadata | null;
};

export type EventFilter = {
  accountId: string;
  emailId: string | null;
  type: EventType | null;
  /** Exclusive. */
  afterId: string;
  limit: number;
};

/**
 * Returns events of an account in the order of their ids, up to the first id that an open transaction may still write. No event
 * therefore ever appears before a listed one. That id is queried first, because a statement does not see commits made while it runs.
 */
export async function listEvents({ pool }: Database, filter: EventFilter): Promise<AccountEventRow[]> {
  const settled = await pool.query<{ end: string }>(`SELECT end_of_settled_events() AS end`);
  const values: unknown[] = [filter.accountId, filter.afterId, filter.limit, settled.rows[0]?.end];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ["v.account_id = $1", "v.id > $2", "v.id < $4"];
  if (filter.emailId) conditions.push(`v.email_id = ${parameter(filter.emailId)}`);
  if (filter.type) conditions.push(`v.type = ${parameter(filter.type)}`);
  const { rows } = await pool.query<AccountEventRow>(
    `SELECT v.id, v.email_id, v.position, v.attempt, v.type, v.detail, v.created_at, r.address, e.subject, e.tags, e.metadata
     FROM events v
     JOIN recipients r ON r.account_id = v.account_id AND r.email_id = v.email_id AND r.position = v.position
     JOIN emails e ON e.account_id = v.account_id AND e.id = v.email_id
     WHERE ${conditions.join(" AND ")} ORDER BY v.id LIMIT $3`,
    values,
  );
  return rows;
}

/** Whether any account has an email. Intentionally not limited to one account. */
export async function holdsEmails({ db }: Database): Promise<boolean> {
  const row = await db.selectFrom("emails").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}
