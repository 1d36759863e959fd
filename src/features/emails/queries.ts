import { compareKey, type Mailbox } from "../../mail/address/index.ts";
import type { Database } from "../../platform/db/index.ts";
import type { EmailStatus, RecipientState } from "./email-status.ts";
import type { NewEmail } from "./prepare-email.ts";

/** Stores emails, contents and recipients in one statement, so in one commit. */
export async function insertEmails({ pool }: Database, emails: NewEmail[]): Promise<void> {
  const recipients = emails.flatMap((email) =>
    email.to.map((mailbox, position) => ({ email, position, address: mailbox.address })),
  );
  await pool.query({
    name: "insert-emails",
    text: `
      WITH new_emails AS (
        INSERT INTO emails (account_id, id, message_id, mail_from, mail_to, reply_to, subject, api_key_id, created_at)
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::jsonb[], $6::jsonb[], $7::text[], $8::integer[],
          $16::timestamptz[])
      ), new_contents AS (
        INSERT INTO email_contents (account_id, email_id, html, text)
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $9::text[], $10::text[])
      )
      INSERT INTO recipients (account_id, email_id, position, address, address_key)
      SELECT * FROM unnest($11::uuid[], $12::uuid[], $13::smallint[], $14::text[], $15::text[])`,
    values: [
      emails.map((email) => email.accountId),
      emails.map((email) => email.id),
      emails.map((email) => email.messageId),
      emails.map((email) => JSON.stringify(email.from)),
      emails.map((email) => JSON.stringify(email.to)),
      emails.map((email) => JSON.stringify(email.replyTo)),
      emails.map((email) => email.subject),
      emails.map((email) => email.apiKeyId),
      emails.map((email) => email.html),
      emails.map((email) => email.text),
      recipients.map(({ email }) => email.accountId),
      recipients.map(({ email }) => email.id),
      recipients.map(({ position }) => position),
      recipients.map(({ address }) => address),
      recipients.map(({ address }) => compareKey(address)),
      emails.map((email) => email.createdAt.toISOString()),
    ],
  });
}

export type EmailSummaryRow = {
  id: string;
  mail_from: Mailbox;
  mail_to: Mailbox[];
  subject: string;
  created_at: Date;
  status: EmailStatus;
};

export type EmailFilter = {
  accountId: string;
  status: EmailStatus | null;
  recipientKey: string | null;
  subjectPart: string | null;
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
  const { rows } = await pool.query<EmailSummaryRow>(
    `SELECT e.id, e.mail_from, e.mail_to, e.subject, e.created_at, s.status
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
  if (filter.status && filter.status !== "partially_delivered")
    return fromRecipients(`state = ${parameter(filter.status)}`);
  return `SELECT id FROM emails WHERE ${range("id")} ORDER BY id DESC`;
}

/** What the bytes of a message depend on. */
export type EmailContentRow = {
  id: string;
  message_id: string;
  mail_from: Mailbox;
  mail_to: Mailbox[];
  reply_to: Mailbox[];
  subject: string;
  created_at: Date;
  html: string | null;
  text: string | null;
};

export async function loadEmail(
  { pool }: Database,
  accountId: string,
  id: string,
): Promise<EmailContentRow | null> {
  const { rows } = await pool.query<EmailContentRow>(
    `SELECT e.id, e.message_id, e.mail_from, e.mail_to, e.reply_to, e.subject, e.created_at, c.html, c.text
     FROM emails e JOIN email_contents c ON c.account_id = e.account_id AND c.email_id = e.id
     WHERE e.account_id = $1 AND e.id = $2`,
    [accountId, id],
  );
  return rows[0] ?? null;
}

export type RecipientRow = {
  position: number;
  address: string;
  state: RecipientState;
  attempt: number;
  due_at: Date | null;
  updated_at: Date;
};

export async function loadRecipients(
  { pool }: Database,
  accountId: string,
  emailId: string,
): Promise<{ recipients: RecipientRow[]; status: EmailStatus }> {
  const { rows } = await pool.query<RecipientRow & { status: EmailStatus }>(
    `SELECT position, address, state, attempt, due_at, updated_at, email_status(array_agg(state) OVER ()) AS status
     FROM recipients WHERE account_id = $1 AND email_id = $2 ORDER BY position`,
    [accountId, emailId],
  );
  return { recipients: rows, status: rows[0]?.status ?? "queued" };
}

export type EventDetail = {
  reason?: string;
  phase?: string;
  code?: number;
  enhanced?: string;
  line?: string;
  host?: string;
  next_attempt_at?: string;
};

export type EventRow = {
  id: string;
  position: number;
  attempt: number;
  type: RecipientState;
  detail: EventDetail;
  created_at: Date;
};

/** Oldest first. Attempts are few, so an email's events always fit one answer. */
export async function loadEvents(
  { pool }: Database,
  accountId: string,
  emailId: string,
): Promise<EventRow[]> {
  const { rows } = await pool.query<EventRow>(
    `SELECT id, position, attempt, type, detail, created_at FROM events
     WHERE account_id = $1 AND email_id = $2 ORDER BY created_at, id`,
    [accountId, emailId],
  );
  return rows;
}
