import type { Database } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { blankContact, changeContact, changedFields } from "./change-contact.ts";
import { contactExists } from "./errors.ts";
import { mergeProperties } from "./merge-properties.ts";
import { type ContactFields, type ContactRow, findContact, insertContact } from "./queries.ts";
import { type ContactChanges, readContactFields } from "./read-contact-fields.ts";
import type { ContactInput, OnConflict } from "./schema.ts";

export type CreatedContact = { contact: ContactRow; result: "created" | "updated" | "skipped" };

/**
 * A try is lost only to somebody who deletes the contact between our insert and our look at it, so that more than a few
 * lost tries in a row mean that something else is wrong.
 */
const maxTries = 5;

/**
 * Creates a contact, or does what `onConflict` says if the account has one with this address. Of callers that race, one creates
 * it and the others find it. Errors: `validation_failed`, `contact_exists`.
 */
export async function createContact(
  { db }: Database,
  accountId: string,
  { input, onConflict }: { input: ContactInput; onConflict: OnConflict },
): Promise<CreatedContact> {
  const changes = readContactFields(input);
  const fields = changedFields(blankContact, changes);
  const reference = { emailKey: fields.email_key };
  for (let tries = 0; tries < maxTries; tries += 1) {
    const created = await insertContact(db, accountId, { id: newId(), ...fields });
    if (created) return { contact: created, result: "created" };
    if (onConflict === "error") throw contactExists();
    const skip = onConflict === "skip";
    const existing = await (skip
      ? findContact(db, accountId, reference)
      : changeContact(db, accountId, { reference, change: (contact) => upsertedFields(contact, changes) }));
    if (existing) return { contact: existing, result: skip ? "skipped" : "updated" };
  }
  throw contactExists();
}

function upsertedFields(existing: ContactRow, changes: ContactChanges): ContactFields {
  const properties = mergeProperties(existing.properties, changes.properties ?? {});
  return changedFields(existing, { ...changes, properties });
}
