import type { Mailbox } from "../../../mail/address/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { EventType, RecipientState } from "../../recipients/index.ts";
import type { Metadata, Tag } from "../accept/new-email.ts";
import type { EmailStatus } from "../email-status.ts";
import { emailColumns, type StoredEmail } from "../messages/email-row.ts";

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
};

export type EmailFilter = {
  accountId: string;
  status: EmailStatus | null;
  recipientKey: string | null;
  subjectPart: string | null;
  tag: { name: string; value?: string } | null;
  /** Ids from here (inclusive) … */
  fromId: string;
  /** … up to here (exclusive); newest first. */
  beforeId: string;
  limit: number;
};

/** Newest first. A recipient or a status is looked up by its own index, so a rare one costs no more than a common one. */
export async function listEmails({ pool }: Database, filter: EmailFilter): Promise<EmailSummaryRow[]> {
  const values: unknown[] = [filter.accountId, filter.fromId, filter.beforeId, filter.limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const wanted: string[] = [];
  if (filter.status) wanted.push(`s.status = ${parameter(filter.status)}`);
  if (filter.subjectPart)
    wanted.push(`strpos(lower(e.subject), lower(${parameter(filter.subjectPart)})) > 0`);
  if (filter.tag) wanted.push(`e.tags @> ${parameter(JSON.stringify([filter.tag]))}::jsonb`);
  const { rows } = await pool.query<EmailSummaryRow>(
    `SELECT e.id, e.message_id, e.mail_from, e.reply_to, e.mail_to, e.mail_cc, e.mail_bcc, e.subject, e.tags, e.attachments, e.scheduled_at, e.created_at,
       s.status
     FROM (${candidates(filter, parameter)}) c
     JOIN emails e ON e.account_id = $1 AND e.id = c.id
     CROSS JOIN LATERAL (
       SELECT email_status(array_agg(r.state)) AS status FROM recipients r WHERE r.account_id = $1 AND r.email_id = c.id
     ) s
     ${wanted.length > 0 ? `WHERE ${wanted.join(" AND ")}` : ""}
     ORDER BY c.id DESC LIMIT $4`,
    values,
  );
  return rows;
}

/** The ids, newest first, among which the wanted emails are: from the narrowest index that the filter allows. */
function candidates(filter: EmailFilter, parameter: (value: unknown) => string): string {
  const range = (column: string) => `account_id = $1 AND ${column} >= $2 AND ${column} < $3`;
  const fromRecipients = (condition: string) =>
    `SELECT DISTINCT email_id AS id FROM recipients WHERE ${range("email_id")} AND ${condition} ORDER BY email_id DESC`;
  if (filter.recipientKey) return fromRecipients(`address_key = ${parameter(filter.recipientKey)}`);
  if (filter.status === "partially_delivered") return mixed(range("email_id"));
  if (filter.status) return fromRecipients(`state = ${parameter(filter.status)}`);
  return `SELECT id FROM emails WHERE ${range("id")} ORDER BY id DESC`;
}

/**
 * Emails whose ends may differ: some did not arrive, or some arrived and some were captured. One scan for each state, because each
 * is in the order of the index, and so is what they merge to; one scan for all would have to be sorted.
 */
function mixed(range: string): string {
  const inState = (state: RecipientState) =>
    `SELECT email_id AS id FROM recipients WHERE ${range} AND state = '${state}'`;
  const failed = (["bounced", "suppressed", "canceled", "expired"] as const).map(inState);
  const arrivedBothWays = `SELECT d.id FROM (${inState("delivered")}) d JOIN (${inState("captured")}) c ON c.id = d.id`;
  return `SELECT DISTINCT id FROM (${[...failed, arrivedBothWays].join(" UNION ALL ")}) one ORDER BY id DESC`;
}

/** Oldest first: the nearest ones to the email with that id. */
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
    `SELECT ${emailColumns}, e.changes FROM emails e WHERE e.account_id = $1 AND e.id = $2`,
    [accountId, id],
  );
  return rows[0] ?? null;
}

export type EventDetail = {
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
  /** Of a bounce that came back as a message. */
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
  /** Oldest first. Attempts are few, so an email's events always fit one answer. */
  events: (EventRow & { transcript: string | null })[];
};

/** Of a recipient, the newest; a failure is understood from its last tries. */
const maxTranscripts = 5;
/** Of an email to a thousand, together: more would be megabytes that nobody reads. */
const maxTranscriptCharacters = 500_000;

/** In one statement, so that no state is shown without the event that led to it. */
export async function loadRecipients(
  { pool }: Database,
  accountId: string,
  emailId: string,
): Promise<{ recipients: RecipientRow[]; status: EmailStatus }> {
  const { rows } = await pool.query<JoinedRow>(
    `SELECT r.position, r.address, r.state, r.attempt, r.due_at, r.updated_at,
       (SELECT email_status(array_agg(state)) FROM recipients WHERE account_id = $1 AND email_id = $2) AS status,
       v.id AS event_id, v.attempt AS event_attempt, v.type, v.detail, v.created_at,
       CASE WHEN v.nth <= ${maxTranscripts} AND v.characters <= ${maxTranscriptCharacters} THEN v.transcript END AS transcript
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
 * Events of an account in the order of their ids, up to the first id that a transaction under way may still write: so nothing will
 * ever appear before what was listed. That id is asked for first, for a statement does not see what is committed while it runs.
 */
export async function listEvents({ pool }: Database, filter: EventFilter): Promise<AccountEventRow[]> {
  const settled = await pool.query<{ end: string }>(`SELECT end_of_settled_events() AS end`);
  const values: unknown[] = [filter.accountId, filter.afterId, filter.limit, settled.rows[0]?.end];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const wanted = ["v.account_id = $1", "v.id > $2", "v.id < $4"];
  if (filter.emailId) wanted.push(`v.email_id = ${parameter(filter.emailId)}`);
  if (filter.type) wanted.push(`v.type = ${parameter(filter.type)}`);
  const { rows } = await pool.query<AccountEventRow>(
    `SELECT v.id, v.email_id, v.position, v.attempt, v.type, v.detail, v.created_at, r.address, e.subject, e.tags, e.metadata
     FROM events v
     JOIN recipients r ON r.account_id = v.account_id AND r.email_id = v.email_id AND r.position = v.position
     JOIN emails e ON e.account_id = v.account_id AND e.id = v.email_id
     WHERE ${wanted.join(" AND ")} ORDER BY v.id LIMIT $3`,
    values,
  );
  return rows;
}
