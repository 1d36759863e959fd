/** SQL that writes many contacts of an account at once. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import { timeOfId } from "../../../platform/ids/index.ts";
import { CONTACT_COLUMNS, type ContactFields, type ContactRow, contactEvents } from "../queries.ts";

type GivenContact = ContactFields & { id: string };

/** The rows in the order of a statement's locks. */
function columnsOf(rows: readonly GivenContact[]) {
  return sql.join([
    sql`${rows.map(({ id }) => id)}::uuid[]`,
    sql`${rows.map(({ email }) => email)}::text[]`,
    sql`${rows.map(({ email_key }) => email_key)}::text[]`,
    sql`${rows.map(({ name }) => name)}::text[]`,
    sql`${rows.map(({ subscribed }) => subscribed)}::boolean[]`,
    sql`${rows.map(({ tracked }) => tracked)}::boolean[]`,
    sql`${rows.map(({ properties }) => JSON.stringify(properties))}::jsonb[]`,
    sql`${rows.map(({ search_text }) => search_text)}::text[]`,
  ]);
}
const GIVEN = sql.raw("id, email, email_key, name, subscribed, tracked, properties, search_text");

/** Creates contacts and returns the keys of their addresses. An address that the account already has is skipped. */
export async function insertContacts(db: Db, accountId: string, rows: GivenContact[]): Promise<Set<string>> {
  const times = rows.map(({ id }) => timeOfId(id));
  const { rows: added } = await sql<{ email_key: string }>`
    WITH added AS (
      INSERT INTO contacts (account_id, ${GIVEN}, created_at, updated_at)
      SELECT ${accountId}::uuid, ${GIVEN}, at, at FROM unnest(${columnsOf(rows)}, ${times}::timestamptz[]) AS g (${GIVEN}, at)
      ON CONFLICT (account_id, email_key) DO NOTHING RETURNING account_id, id, email, email_key, subscribed
    ), ${contactEvents("added", "'contact.created'")}
    SELECT email_key FROM added`.execute(db);
  return new Set(added.map(({ email_key }) => email_key));
}

/** Locks contacts in the order of their keys, so that two imports never wait for each other. */
export async function lockContacts(db: Db, accountId: string, keys: string[]): Promise<ContactRow[]> {
  const rows = await db
    .selectFrom("contacts")
    .select(CONTACT_COLUMNS)
    .where("account_id", "=", accountId)
    .where(sql<boolean>`email_key = ANY (${keys}::text[])`)
    .orderBy("email_key")
    .forNoKeyUpdate()
    .execute();
  return rows as ContactRow[];
}

/** The caller records the events. */
export async function updateContacts(db: Db, accountId: string, rows: GivenContact[]): Promise<void> {
  await sql`
    UPDATE contacts c SET email = g.email, name = g.name, subscribed = g.subscribed, tracked = g.tracked, properties = g.properties,
      search_text = g.search_text, updated_at = greatest(now(), c.created_at)
    FROM unnest(${columnsOf(rows)}) AS g (${GIVEN})
    WHERE c.account_id = ${accountId} AND c.id = g.id`.execute(db);
}
