import { isDeepStrictEqual } from "node:util";
import type { Db } from "../../platform/db/index.ts";
import { recordAccountEvents } from "../account-events/index.ts";
import { contactExists } from "./errors.ts";
import {
  type ContactFields,
  type ContactReference,
  type ContactRow,
  keepFormerAddress,
  lockContact,
  updateContact,
} from "./queries.ts";
import type { ContactChanges } from "./read-contact-fields.ts";
import { searchText } from "./search-text.ts";

/** Default fields of a new contact. */
export const BLANK_CONTACT = {
  email: "",
  email_key: "",
  name: null,
  subscribed: true,
  tracked: true,
  properties: {},
};

/**
 * Replaces a contact's fields with those that `change` returns, while the row is locked. Returns null if there is no such contact.
 * Errors: `contact_exists` if another contact has the new address, and the errors of `change`.
 */
export async function changeContact(
  db: Db,
  accountId: string,
  { reference, change }: { reference: ContactReference; change: (existing: ContactRow) => ContactFields },
): Promise<ContactRow | null> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const existing = await lockContact(transaction, accountId, reference);
      if (!existing) return null;
      const changed = await updateContact(transaction, accountId, { id: existing.id, ...change(existing) });
      if (changed.email_key !== existing.email_key) await keepFormerAddress(transaction, accountId, existing);
      await recordAccountEvents(transaction, eventsOfChange(accountId, existing, changed));
      return changed;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw contactExists();
    throw error;
  }
}

type Data = Pick<ContactFields, "email" | "name" | "subscribed" | "tracked" | "properties">;

/** Returns the events of a change. None, if nothing has changed. */
export function eventsOfChange(accountId: string, before: Data & { id: string }, after: Data) {
  const { email, subscribed } = after;
  const subject = { accountId, subjectId: before.id };
  const changed = (["email", "name", "tracked", "properties"] as const).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const type = subscribed ? ("contact.subscribed" as const) : ("contact.unsubscribed" as const);
  return [
    ...(changed.length > 0
      ? [{ ...subject, type: "contact.updated" as const, detail: { email, subscribed, changed } }]
      : []),
    ...(before.subscribed === subscribed ? [] : [{ ...subject, type, detail: { email, subscribed } }]),
  ];
}

/** Returns the fields of a contact after a change. Absent fields keep their values. */
export function changedFields(
  existing: Omit<ContactFields, "search_text">,
  changes: ContactChanges,
): ContactFields {
  const emailKey = changes.email?.key ?? existing.email_key;
  const name = changes.name === undefined ? existing.name : changes.name;
  return {
    email: changes.email?.address ?? existing.email,
    email_key: emailKey,
    name,
    subscribed: changes.subscribed ?? existing.subscribed,
    tracked: changes.tracked ?? existing.tracked,
    properties: changes.properties ?? existing.properties,
    search_text: searchText({ emailKey, name }),
  };
}

/** PostgreSQL Appendix A: 23505 is unique_violation. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}
