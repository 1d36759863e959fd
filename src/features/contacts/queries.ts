import type { Db } from "../../platform/db/index.ts";
import { timeOfId } from "../../platform/ids/index.ts";
import type { Properties } from "./read-contact-fields.ts";

/** The fields of a contact and those derived from them. */
export type ContactFields = {
  email: string;
  email_key: string;
  name: string | null;
  subscribed: boolean;
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
  "properties",
  "created_at",
  "updated_at",
] as const;

/** Returns null if the account already has a contact with this address. */
export async function insertContact(
  db: Db,
  accountId: string,
  { id, ...fields }: ContactFields & { id: string },
): Promise<ContactRow | null> {
  const createdAt = timeOfId(id);
  const row = await db
    .insertInto("contacts")
    .values({ account_id: accountId, id, ...fields, created_at: createdAt, updated_at: createdAt })
    .onConflict((conflict) => conflict.columns(["account_id", "email_key"]).doNothing())
    .returning(CONTACT_COLUMNS)
    .executeTakeFirst();
  return (row as ContactRow | undefined) ?? null;
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

/** Sets `subscribed` of the contact with this address, if there is one. */
export async function setSubscribed(
  db: Db,
  { accountId, addressKey, subscribed }: { accountId: string; addressKey: string; subscribed: boolean },
): Promise<void> {
  await db
    .updateTable("contacts")
    .set(({ fn, ref }) => ({
      subscribed,
      updated_at: fn<Date>("greatest", [fn("now", []), ref("created_at")]),
    }))
    .where("account_id", "=", accountId)
    .where("email_key", "=", addressKey)
    .where("subscribed", "!=", subscribed)
    .execute();
}

/** Returns the key of the contact's address, or null if there was no such contact. */
export async function deleteContact(
  db: Db,
  accountId: string,
  reference: ContactReference,
): Promise<string | null> {
  const row = await db
    .deleteFrom("contacts")
    .where("account_id", "=", accountId)
    .where("id" in reference ? "id" : "email_key", "=", "id" in reference ? reference.id : reference.emailKey)
    .returning("email_key")
    .executeTakeFirst();
  return row?.email_key ?? null;
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
