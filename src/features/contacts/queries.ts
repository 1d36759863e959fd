import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { timeOfId } from "../../platform/ids/index.ts";
import { accountEventsOf } from "../account-events/index.ts";
import type { Properties } from "./read-contact-fields.ts";

/** The fields of a contact and those derived from them. */
export type ContactFields = {
  email: string;
  email_key: string;
  name: string | null;
  subscribed: boolean;
  tracked: boolean;
  properties: Properties;
  search_text: string;
};

export type ContactRow = Omit<ContactFields, "search_text"> & {
  id: string;
  created_at: Date;
  updated_at: Date;
};

/** Identifies a contact by its id or by the compare key of its address. */
export type ContactReference = { id: string } | { emailKey: string };

export const CONTACT_COLUMNS = [
  "id",
  "email",
  "email_key",
  "name",
  "subscribed",
  "tracked",
  "properties",
  "created_at",
  "updated_at",
] as const;

const RETURNED = CONTACT_COLUMNS.join(", ");
/** SQL of the details that events of contacts have. */
const EVENT_DETAIL = "jsonb_build_object('email', email, 'subscribed', subscribed)";
/** SQL: an event for each row of a CTE with `account_id, id, email, subscribed`. */
export const contactEvents = (of: string, type: string, detail = EVENT_DETAIL) =>
  sql.raw(accountEventsOf({ of, type, subject: "id", detail }));

/** One statement, so that the event costs no round trip. Returns null if the account already has a contact with this address. */
export async function insertContact(
  db: Db,
  accountId: string,
  { id, ...fields }: ContactFields & { id: string },
): Promise<ContactRow | null> {
  const createdAt = timeOfId(id);
  const { rows } = await sql<ContactRow>`
    WITH added AS (
      INSERT INTO contacts (account_id, id, email, email_key, name, subscribed, tracked, properties, search_text, created_at, updated_at)
      VALUES (${accountId}, ${id}, ${fields.email}, ${fields.email_key}, ${fields.name}, ${fields.subscribed},
        ${fields.tracked}, ${JSON.stringify(fields.properties)}::jsonb, ${fields.search_text}, ${createdAt}, ${createdAt})
      ON CONFLICT (account_id, email_key) DO NOTHING RETURNING account_id, ${sql.raw(RETURNED)}
    ), ${contactEvents("added", "'contact.created'")}
    SELECT ${sql.raw(RETURNED)} FROM added`.execute(db);
  return rows[0] ?? null;
}

export async function findContact(
  db: Db,
  accountId: string,
  reference: ContactReference,
): Promise<ContactRow | null> {
  const row = await selectContact(db, accountId, reference).executeTakeFirst();
  return (row as ContactRow | undefined) ?? null;
}

/** Locks the contact against other writers until the transaction ends. */
export async function lockContact(
  db: Db,
  accountId: string,
  reference: ContactReference,
): Promise<ContactRow | null> {
  const row = await selectContact(db, accountId, reference).forNoKeyUpdate().executeTakeFirst();
  return (row as ContactRow | undefined) ?? null;
}

export async function updateContact(
  db: Db,
  accountId: string,
  { id, ...fields }: ContactFields & { id: string },
): Promise<ContactRow> {
  const row = await db
    .updateTable("contacts")
    // At least created_at: the id has the time of a node's clock, now() that of the database.
    .set(({ fn, ref }) => ({
      ...fields,
      updated_at: fn<Date>("greatest", [fn("now", []), ref("created_at")]),
    }))
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .returning(CONTACT_COLUMNS)
    .executeTakeFirstOrThrow();
  return row as ContactRow;
}

/** Records the recipient's own choice: sets `subscribed` of the contact with this address, if there is one. */
export async function setSubscribed(
  db: Db,
  { accountId, addressKey, subscribed }: { accountId: string; addressKey: string; subscribed: boolean },
): Promise<void> {
  await sql`
    WITH changed AS (
      UPDATE contacts SET subscribed = ${subscribed}, updated_at = greatest(now(), created_at)
      WHERE account_id = ${accountId} AND email_key = ${addressKey} AND subscribed <> ${subscribed}
      RETURNING account_id, id, email, subscribed
    ), ${contactEvents(
      "changed",
      subscribed ? "'contact.subscribed'" : "'contact.unsubscribed'",
      `${EVENT_DETAIL} || '{"by": "recipient"}'`,
    )}
    SELECT FROM changed`.execute(db);
}

/** Keeps an address that a contact no longer has. Call it in the transaction of the change. */
export async function keepFormerAddress(
  db: Db,
  accountId: string,
  { id, email_key }: Pick<ContactRow, "id" | "email_key">,
): Promise<void> {
  await db
    .insertInto("contact_former_addresses")
    .values({ account_id: accountId, contact_id: id, email_key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns the keys of the contact's address and of its former ones, except those that a contact has now. Null: there is no such contact.
 */
export async function findAddressKeys(
  db: Db,
  accountId: string,
  reference: ContactReference,
): Promise<{ current: string; former: string[] } | null> {
  const { rows } = await sql<{ current: string; former: string[] }>`
    SELECT c.email_key AS current, ARRAY(
        SELECT f.email_key FROM contact_former_addresses f
        WHERE f.account_id = ${accountId} AND f.contact_id = c.id
          AND NOT EXISTS (SELECT FROM contacts o WHERE o.account_id = ${accountId} AND o.email_key = f.email_key)
      ) AS former
    FROM contacts c WHERE c.account_id = ${accountId} AND ${isReferred(reference)}`.execute(db);
  return rows[0] ?? null;
}

/** Deletes a contact with this address. Returns whether there was one. */
export async function deleteContact(
  db: Db,
  accountId: string,
  { reference, addressKey }: { reference: ContactReference; addressKey: string },
): Promise<boolean> {
  const { rows } = await sql`
    WITH removed AS (
      DELETE FROM contacts WHERE account_id = ${accountId} AND ${isReferred(reference)} AND email_key = ${addressKey}
      RETURNING account_id, id, email, email_key, subscribed
    ), ${contactEvents("removed", "'contact.deleted'")}
    SELECT FROM removed`.execute(db);
  return rows.length > 0;
}

function isReferred(reference: ContactReference): RawBuilder<boolean> {
  return "id" in reference ? sql`id = ${reference.id}` : sql`email_key = ${reference.emailKey}`;
}

function selectContact(db: Db, accountId: string, reference: ContactReference) {
  return db
    .selectFrom("contacts")
    .select(CONTACT_COLUMNS)
    .where("account_id", "=", accountId)
    .where(
      "id" in reference ? "id" : "email_key",
      "=",
      "id" in reference ? reference.id : reference.emailKey,
    );
}
