import type { Database } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { BLANK_CONTACT, changeContact, changedFields } from "./change-contact.ts";
import { contactExists } from "./errors.ts";
import type { ContactInput, OnConflict } from "./http/schema.ts";
import { mergeProperties } from "./merge-properties.ts";
import { type ContactFields, type ContactRow, findContact, insertContact } from "./queries.ts";
import { type ContactChanges, readContactFields } from "./read-contact-fields.ts";

export type CreatedContact = { contact: ContactRow; result: "created" | "updated" | "skipped" };

/**
 * A try fails only when another caller deletes the contact between the insert and the read. Several failures in a row therefore have
 * another cause.
 */
const MAX_TRIES = 5;

type NewContact = {
  input: ContactInput;
  onConflict: OnConflict;
  /** With `update`: the fields of the existing contact after it. Default: the given fields, and all properties. */
  update?: (existing: ContactRow) => ContactFields;
};

/**
 * Creates a contact, or applies `onConflict` if the account already has one with this address. When callers race, one creates the
 * contact and the others find it. Errors: `validation_failed`, `contact_exists`, and those of `update`.
 */
export async function createContact(
  { db }: Database,
  accountId: string,
  { input, onConflict, update }: NewContact,
): Promise<CreatedContact> {
  const changes = readContactFields(input);
  const change = update ?? ((existing) => upsertedFields(existing, changes));
  const fields = changedFields(BLANK_CONTACT, changes);
  const reference = { emailKey: fields.email_key };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const created = await insertContact(db, accountId, { id: newId(), ...fields });
    if (created) return { contact: created, result: "created" };
    if (onConflict === "error") throw contactExists();
    const skip = onConflict === "skip";
    const existing = await (skip
      ? findContact(db, accountId, reference)
      : changeContact(db, accountId, { reference, change }));
    if (existing) return { contact: existing, result: skip ? "skipped" : "updated" };
  }
  throw contactExists();
}

function upsertedFields(existing: ContactRow, changes: ContactChanges): ContactFields {
  const properties = mergeProperties(existing.properties, changes.properties ?? {});
  return changedFields(existing, { ...changes, properties });
}
