/** The SQL of the list. */
import type { Mailbox } from "../../../mail/address/index.ts";
import { readPages, readWindows } from "../../../platform/csv/index.ts";
import { type Database, MAX_COUNTED } from "../../../platform/db/index.ts";
import { shownState } from "../../recipients/index.ts";
import type { EmailStatus } from "../email-status.ts";
import type { Tag } from "../new-email.ts";
import {
  EMAIL_IDS,
  type EmailFilter,
  emailConditions,
  idsOf,
  isSearch,
  newestIdsOf,
  type Parameter,
} from "./email-filter.ts";

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

const STATUS_OF_CANDIDATE = `CROSS JOIN LATERAL (
  SELECT email_status(array_agg(${shownState("r")})) AS status,
    EXISTS (SELECT FROM events v WHERE v.account_id = $1 AND v.email_id = c.id AND v.type = 'complained') AS complained
  FROM recipients r WHERE r.account_id = $1 AND r.email_id = c.id
) s`;

const SUMMARY = `e.id, e.message_id, e.mail_from, e.reply_to, e.mail_to, e.mail_cc, e.mail_bcc, e.subject, e.tags, e.attachments,
  e.scheduled_at, e.created_at, s.status, s.complained`;

/** Returns these emails of the account, newest first. */
export async function loadSummaries(
  { pool }: Database,
  accountId: string,
  ids: string[],
): Promise<EmailSummaryRow[]> {
  const { rows } = await pool.query<EmailSummaryRow>(
    `SELECT ${SUMMARY} FROM unnest($2::uuid[]) AS c (id) JOIN emails e ON e.account_id = $1 AND e.id = c.id
     ${STATUS_OF_CANDIDATE} ORDER BY c.id DESC`,
    [accountId, ids],
  );
  return rows;
}

/** Returns emails, newest first. */
export async function listEmails(
  database: Database,
  filter: EmailFilter,
  limit: number,
): Promise<EmailSummaryRow[]> {
  if (!isSearch(filter)) return await select(database, filter, { limit, idsOf });
  const near = await select(database, filter, { limit, idsOf: newestIdsOf });
  return near.length === limit ? near : await select(database, filter, { limit, idsOf });
}

/** The number of emails that an export with a search reads at once. */
const EXPORT_WINDOW = 10_000;

/** For exports: all matches, newest first, `pageRows` at a time. */
export function readEmails(
  database: Database,
  filter: EmailFilter,
  pageRows: number,
): AsyncGenerator<EmailSummaryRow[]> {
  const load = (range: { fromId: string; beforeId: string }) =>
    select(database, { ...filter, ...range }, { limit: pageRows, idsOf });
  if (isSearch(filter))
    return readWindows({
      ...filter,
      pageRows,
      endOfWindow: (beforeId) => findEndOfWindow(database, { ...filter, beforeId }),
      load,
    });
  return readPages({
    pageRows,
    load: (last: EmailSummaryRow | null) => load({ ...filter, beforeId: last?.id ?? filter.beforeId }),
  });
}

/** Returns the last id of the window that begins before `beforeId`. Null: fewer emails are left. */
async function findEndOfWindow({ pool }: Database, filter: EmailFilter): Promise<string | null> {
  const { values, parameter } = parametersOf(filter);
  const { rows } = await pool.query<{ id: string }>(
    `${EMAIL_IDS} OFFSET ${parameter(EXPORT_WINDOW - 1)} LIMIT 1`,
    values,
  );
  return rows[0]?.id ?? null;
}

async function select(
  { pool }: Database,
  filter: EmailFilter,
  { limit, idsOf: candidates }: { limit: number; idsOf: typeof idsOf },
): Promise<EmailSummaryRow[]> {
  const { values, parameter } = parametersOf(filter);
  const { rows } = await pool.query<EmailSummaryRow>(
    `SELECT ${SUMMARY}
     FROM (${candidates(filter, parameter)}) c
     -- Without the range, a merge join reads all emails that are newer than the page.
     JOIN emails e ON e.account_id = $1 AND e.id >= $2 AND e.id < $3 AND e.id = c.id
     ${STATUS_OF_CANDIDATE}
     ${where(filter, filter.recipient === null ? [] : emailConditions(filter, parameter), parameter)}
     ORDER BY c.id DESC LIMIT ${parameter(limit)}`,
    values,
  );
  return rows;
}

/** Counting looks at this number of candidates, so that a rare match does not read the whole account. */
const MAX_EXAMINED = 20_000;

/** Counts the matches in bounded time. If there may be more than were counted, the count is not exact. */
export async function countEmails(
  { pool }: Database,
  filter: EmailFilter,
): Promise<{ total: number; isExact: boolean }> {
  const { values, parameter } = parametersOf(filter);
  const isPlain =
    filter.recipient === null && filter.statuses.length === 0 && filter.recipientStates.length === 0;
  // Conditions on the email itself come after the limit.
  const ids = isPlain ? EMAIL_IDS : idsOf(filter, parameter);
  const { rows } = await pool.query<{ examined: number; found: number }>(
    `WITH c AS MATERIALIZED (SELECT id FROM (${ids}) one LIMIT ${parameter(MAX_EXAMINED + 1)})
     SELECT (SELECT count(*) FROM c)::integer AS examined, (SELECT count(*) FROM (
       SELECT FROM c JOIN emails e ON e.account_id = $1 AND e.id = c.id
       ${filter.statuses.length > 0 ? STATUS_OF_CANDIDATE : ""}
       ${where(filter, emailConditions(filter, parameter), parameter)} LIMIT ${parameter(MAX_COUNTED + 1)}
     ) matching)::integer AS found`,
    values,
  );
  const { examined = 0, found = 0 } = rows[0] ?? {};
  return {
    total: Math.min(found, MAX_COUNTED),
    isExact: found <= MAX_COUNTED && (examined <= MAX_EXAMINED || found === examined),
  };
}

function parametersOf({ accountId, fromId, beforeId }: EmailFilter) {
  const values: unknown[] = [accountId, fromId, beforeId];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  return { values, parameter };
}

function where({ statuses }: EmailFilter, conditions: string[], parameter: Parameter): string {
  if (statuses.length > 0)
    conditions.push(
      `(s.status = ANY (${parameter(statuses)}::text[])${statuses.includes("complained") ? " OR s.complained" : ""})`,
    );
  return conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
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
