import { type Database, queryWhenConnected } from "../../../platform/db/index.ts";
import { acceptanceEventsSql, insertRecipientsSql } from "../../recipients/index.ts";
import type { KnownContents } from "../contents/known-contents.ts";
import { type NeededContent, nameOf, packContents } from "../contents/pack-contents.ts";
import { contentsOf, type NewEmail, recipientsOf } from "../new-email.ts";
import { type Acceptance, emailColumns, guardColumns, recipientColumns } from "./acceptance-columns.ts";

const RECIPIENT_ROWS = `unnest($15::integer[], $16::uuid[], $17::uuid[], $18::smallint[], $19::text[], $20::text[], $27::boolean[],
      $28::timestamptz[]) AS r (n, account_id, email_id, position, address, address_key, bulk, due_at)`;

/**
 * If a content is already stored, only its day changes; of two concurrent inserts, the first stores it. Its day is never before the
 * database's: with the clock of a node that is behind, the content would be removed before its email is sent.
 */
const emailsContentsRecipients = (condition: string) => `
  new_emails AS (
    INSERT INTO emails (account_id, id, message_id, mail_from, mail_to, reply_to, subject, api_key_id, created_at,
      html_hash, text_hash, size_bytes, raw_hash, mail_cc, mail_bcc, headers, in_reply_to, reference_ids, attachments, tags,
      metadata, scheduled_at, envelope_from, stream, on_uncertain, changes, tracking, release_relay_id)
    SELECT account_id, id, message_id, mail_from, mail_to, reply_to, subject, api_key_id, created_at,
      decode(html_hash, 'hex'), decode(text_hash, 'hex'), size_bytes, decode(rest->>'raw_hash', 'hex'), rest->'cc', rest->'bcc',
      rest->'headers', rest->>'in_reply_to', rest->'references', rest->'attachments', rest->'tags', rest->'metadata',
      (rest->>'scheduled_at')::timestamptz, rest->>'envelope_from', rest->>'stream', rest->>'on_uncertain', rest->'changes', rest->'tracking',
      (rest->>'release_relay_id')::uuid
    FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::jsonb[], $7::jsonb[], $8::text[], $9::integer[],
      $10::timestamptz[], $11::text[], $12::text[], $13::integer[], $14::jsonb[]) AS e (n, account_id, id, message_id, mail_from,
      mail_to, reply_to, subject, api_key_id, created_at, html_hash, text_hash, size_bytes, rest)
    ${condition}
  ), new_contents AS (
    INSERT INTO contents AS c (account_id, hash, bytes, last_used_on)
    SELECT account_id, decode(hash, 'hex'), substring($26::bytea FROM first FOR length),
      greatest(day, (now() AT TIME ZONE 'UTC')::date)
    FROM unnest($21::uuid[], $22::text[], $23::integer[], $24::integer[], $25::date[]) AS n (account_id, hash, first, length, day)
    ON CONFLICT (account_id, hash) DO UPDATE SET last_used_on = excluded.last_used_on
      WHERE c.last_used_on < excluded.last_used_on
  ), new_recipients AS (
    ${insertRecipientsSql({ rows: RECIPIENT_ROWS, where: condition })}
  )`;

/** The CTEs of the events of acceptance, for the accounts of a parameter. The normal statements do not have them. */
const acceptanceEvents = (parameter: string, condition: string) =>
  `, ${acceptanceEventsSql({ rows: RECIPIENT_ROWS, where: `WHERE r.account_id = ANY (${parameter}::uuid[])${condition}` })}`;

const plainSql = (events: string) =>
  `WITH ${emailsContentsRecipients("")}${events} SELECT '{}'::integer[] AS refused`;

const NOT_REFUSED = "n NOT IN (SELECT n FROM refused)";

/**
 * With keys and quotas: an acceptance whose key is taken stores nothing, and one over its quota aborts the statement. The statement
 * waits for a key that another transaction is storing, to know whether it is taken.
 */
const guardedSql = (events: string) => `
  WITH guarded AS (
    SELECT * FROM unnest($29::integer[], $30::uuid[], $31::text[], $32::text[], $33::jsonb[]) AS g (n, account_id, key, request_hash, answer)
  ), kept AS (
    INSERT INTO idempotency_keys (account_id, key, answer, request_hash)
    SELECT account_id, key, answer, decode(request_hash, 'hex') FROM guarded ORDER BY account_id, key
    ON CONFLICT (account_id, key) DO NOTHING
    RETURNING account_id, key
  ), refused AS (
    SELECT n FROM guarded g WHERE NOT EXISTS (SELECT FROM kept k WHERE k.account_id = g.account_id AND k.key = g.key)
  ), spent AS (
    SELECT spend_quota(account_id, subject, sum(amount)::integer, min(at_most))
    FROM unnest($34::integer[], $35::uuid[], $36::text[], $37::integer[], $38::integer[]) AS q (n, account_id, subject, amount, at_most)
    WHERE ${NOT_REFUSED}
    GROUP BY account_id, subject ORDER BY account_id, subject
  ), ${emailsContentsRecipients(`WHERE ${NOT_REFUSED}`)}${events}
  SELECT ARRAY(SELECT n FROM refused) AS refused, (SELECT count(*) FROM spent) AS spent`;

/** By name, under which each connection prepares them. */
const STATEMENTS = {
  "insert-emails": plainSql(""),
  "insert-emails-announced": plainSql(acceptanceEvents("$29", "")),
  "insert-emails-guarded": guardedSql(""),
  "insert-emails-guarded-announced": guardedSql(acceptanceEvents("$39", ` AND ${NOT_REFUSED}`)),
};

/** "key taken": the Idempotency-Key was used before, perhaps a moment ago on another node. Nothing was stored. */
export type Stored = "stored" | "key taken";

/** Stores all acceptances in one statement and therefore one commit. Returns the result of each. */
export async function insertAcceptances(
  { pool }: Database,
  acceptances: Acceptance[],
  findKnown: () => KnownContents,
): Promise<Stored[]> {
  let rememberStored = () => {};
  const rows = await queryWhenConnected<{ refused: number[] }>(pool, () => {
    const known = findKnown();
    const { fresh, statement } = statementFor(acceptances, known);
    rememberStored = () => {
      for (const content of fresh) known.add(nameOf(content));
    };
    return statement;
  });
  rememberStored();
  const refused = new Set(rows[0]?.refused);
  return acceptances.map((_, n) => (refused.has(n) ? "key taken" : "stored"));
}

function statementFor(acceptances: Acceptance[], known: KnownContents) {
  const isGuarded = acceptances.some(({ idempotency, quotas }) => idempotency || quotas.length > 0);
  const emails = acceptances.flatMap(({ emails }, n) => emails.map((email) => ({ n, email })));
  const { fresh, columns } = packContents(
    emails.flatMap(({ email }) => neededBy(email)),
    known,
  );
  const values = [
    ...emailColumns(emails),
    ...recipientColumns(emails),
    ...columns,
    emails.flatMap(({ email }) => recipientsOf(email).map(() => email.stream === "bulk")),
    emails.flatMap(({ email }) => recipientsOf(email).map(() => email.scheduledAt)),
  ];
  const announced = acceptances.filter(({ isAnnounced }) => isAnnounced).map(({ accountId }) => accountId);
  const hasEvents = announced.length > 0;
  const name = `insert-emails${isGuarded ? "-guarded" : ""}${hasEvents ? "-announced" : ""}` as const;
  const statement = {
    name,
    text: STATEMENTS[name],
    values: [...values, ...(isGuarded ? guardColumns(acceptances) : []), ...(hasEvents ? [announced] : [])],
  };
  return { fresh, statement };
}

/** A content is needed on the day on which the email is sent. */
function neededBy(email: NewEmail): NeededContent[] {
  const day = (email.scheduledAt ?? email.createdAt).toISOString().slice(0, 10);
  return contentsOf(email).map((content) => ({ accountId: email.accountId, content, day }));
}
