import { type RecipientState, shownState } from "../../recipients/index.ts";
import type { EmailStatusFilter } from "../email-status.ts";

export type EmailFilter = {
  accountId: string;
  /** Any of them; none: all emails. */
  statuses: EmailStatusFilter[];
  /** Emails with at least one recipient in one of these states; none: all emails. */
  recipientStates: RecipientState[];
  /** A complete address, or a LIKE pattern for a part of it. */
  recipient: { key: string } | { pattern: string } | null;
  /** Part of the sender's address or name. */
  senderPart: string | null;
  subjectPart: string | null;
  /** Without regard to case. */
  tag: { name: string; value?: string } | null;
  /** The sender's domain, lower-case. */
  domain: string | null;
  stream: "transactional" | "bulk" | null;
  /** Ids from here (inclusive) … */
  fromId: string;
  /** … up to here (exclusive); newest first. */
  beforeId: string;
};

/** Adds a value to the statement and returns its placeholder. $1 is the account, $2 and $3 are the range of ids. */
export type Parameter = (value: unknown) => string;

const inRange = (column: string) => `account_id = $1 AND ${column} >= $2 AND ${column} < $3`;

/** SQL for the ids of all emails in the range, newest first. */
export const EMAIL_IDS = `SELECT id FROM emails WHERE ${inRange("id")} ORDER BY id DESC`;

/**
 * The number of newest candidates that a search scans before it reads the indexes of its filters. A common match fills the page from
 * these; a rare one has few enough matches to fetch them all (docs/decisions/0011-contact-search.md).
 */
const SEARCH_WINDOW = 10_000;

/** The filter's own index does not return the matches in the order of the list. */
export function isSearch({ recipient, statuses, recipientStates, ...filter }: EmailFilter): boolean {
  if (recipient && "key" in recipient) return false;
  if (recipient !== null || statuses.length > 1) return true;
  if (statuses.length > 0 && recipientStates.length > 0) return true;
  const { senderPart, subjectPart, tag, domain, stream } = filter;
  return [senderPart, subjectPart, tag, domain, stream].some(Boolean);
}

/** SQL for the ids of candidate emails, newest first, from the narrowest index that the filter allows. */
export function idsOf(filter: EmailFilter, parameter: Parameter): string {
  const { recipient } = filter;
  if (recipient && "key" in recipient)
    return newestFirst(`SELECT email_id AS id FROM recipients
      WHERE ${inRange("email_id")} AND address_key = ${parameter(recipient.key)}`);
  if (isSearch(filter)) return newestFirst(allMatches(filter, parameter));
  const inStates = idsByState(filter);
  return inStates === null ? EMAIL_IDS : newestFirst(inStates);
}

/** SQL for the ids of a search's candidates among the newest emails. */
export function newestIdsOf(filter: EmailFilter, parameter: Parameter): string {
  const { recipient } = filter;
  const inStates = idsByState(filter);
  const pattern = recipient && "pattern" in recipient ? parameter(recipient.pattern) : null;
  if (inStates === null && pattern !== null)
    return newestFirst(`SELECT id FROM (
      SELECT email_id AS id, address_key FROM recipients WHERE ${inRange("email_id")} ORDER BY email_id DESC LIMIT ${SEARCH_WINDOW}
    ) near WHERE address_key LIKE ${pattern}`);
  const conditions = recipient === null ? emailConditions(filter, parameter) : [];
  if (inStates === null)
    return `SELECT id FROM (
      SELECT * FROM emails WHERE ${inRange("id")} ORDER BY id DESC LIMIT ${SEARCH_WINDOW}
    ) e WHERE ${conditions.join(" AND ")} ORDER BY id DESC`;
  const near = `${newestFirst(inStates)} LIMIT ${SEARCH_WINDOW}`;
  const also =
    pattern === null
      ? ["emails e WHERE e.account_id = $1 AND e.id = near.id", ...conditions]
      : [`recipients r WHERE r.account_id = $1 AND r.email_id = near.id AND r.address_key LIKE ${pattern}`];
  return `SELECT id FROM (${near}) near WHERE EXISTS (SELECT FROM ${also.join(" AND ")}) ORDER BY id DESC`;
}

function newestFirst(ids: string): string {
  return `SELECT DISTINCT id FROM (${ids}) candidate ORDER BY id DESC`;
}

/**
 * A part of an address is searched in recipients_by_address alone, without the table. An index of trigrams would be faster, but each
 * recipient changes three times on its way, and each change would update it. MATERIALIZED, because otherwise the planner walks the
 * ids in order, expects early matches and reads the table.
 */
function allMatches(filter: EmailFilter, parameter: Parameter): string {
  const { recipient } = filter;
  const inStates = idsByState(filter);
  // With a recipient filter, listEmails applies these conditions to the candidates.
  const conditions = recipient === null ? emailConditions(filter, parameter) : [];
  if (recipient === null && conditions.length === 0 && inStates !== null) return inStates;
  const matches =
    recipient && "pattern" in recipient
      ? `SELECT email_id AS id FROM recipients WHERE ${inRange("email_id")} AND address_key LIKE ${parameter(recipient.pattern)}`
      : `SELECT id FROM emails e WHERE ${[inRange("id"), ...conditions].join(" AND ")}`;
  const among = inStates === null ? "" : `WHERE id IN (${inStates})`;
  return `WITH matches AS MATERIALIZED (${matches}) SELECT id FROM matches ${among}`;
}

/**
 * SQL for the ids of emails that may have one of the statuses, or of those with a recipient in one of the states; null without either
 * filter. There is one scan per state, because each returns rows in index order and a merge keeps it. A single scan would have to be
 * sorted.
 */
function idsByState({ statuses, recipientStates }: EmailFilter): string | null {
  const scans = statuses.length > 0 ? statuses.flatMap(scansFor) : recipientStates.map(inState);
  return scans.length > 0 ? [...new Set(scans)].join(" UNION ALL ") : null;
}

function scansFor(status: EmailStatusFilter): string[] {
  if (status === "complained")
    return [`SELECT email_id AS id FROM events WHERE ${inRange("email_id")} AND type = 'complained'`];
  if (status !== "partially_delivered") return [inState(status)];
  // The recipients' final states differ: one failed, or some were delivered and some captured.
  const failed = (["bounced", "suppressed", "canceled", "expired"] as const).map(inState);
  return [
    ...failed,
    `SELECT d.id FROM (${inState("delivered")}) d JOIN (${inState("captured")}) c ON c.id = d.id`,
  ];
}

/** A delivered recipient whose email bounced later counts as bounced. */
function inState(state: RecipientState): string {
  const rows = `SELECT email_id AS id FROM recipients WHERE ${inRange("email_id")}`;
  if (state === "bounced") return `${rows} AND state = 'bounced' UNION ALL ${rows} AND bounced_late`;
  return `${rows} AND state = '${state}'${state === "delivered" ? " AND NOT bounced_late" : ""}`;
}

/** SQL conditions on the email itself, `e`. A search has them in its candidates, unless these come from the recipients. */
export function emailConditions(
  { recipient, statuses, recipientStates, subjectPart, senderPart, tag, domain, stream }: EmailFilter,
  parameter: Parameter,
): string[] {
  const conditions: string[] = [];
  // Otherwise idsByState has already selected the candidates by state.
  if (recipientStates.length > 0 && (recipient !== null || statuses.length > 0))
    conditions.push(
      `EXISTS (SELECT FROM recipients t WHERE t.account_id = $1 AND t.email_id = e.id AND ${shownState("t")} = ANY (${parameter(recipientStates)}))`,
    );
  if (subjectPart) conditions.push(`strpos(lower(e.subject), lower(${parameter(subjectPart)})) > 0`);
  if (senderPart)
    conditions.push(
      `strpos(lower(concat_ws(' ', e.mail_from->>'name', e.mail_from->>'address')), lower(${parameter(senderPart)})) > 0`,
    );
  if (tag)
    conditions.push(
      `lower(e.tags::text)::jsonb @> lower(${parameter(JSON.stringify([tag]))}::text)::jsonb AND e.tags IS NOT NULL`,
    );
  // As the roll-ups have them, so that a list has the emails that a figure counts.
  if (domain) conditions.push(`lower(split_part(e.mail_from->>'address', '@', -1)) = ${parameter(domain)}`);
  if (stream) conditions.push(`coalesce(e.stream, 'transactional') = ${parameter(stream)}`);
  return conditions;
}
