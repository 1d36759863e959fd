import type { Db } from "../../platform/db/index.ts";
import { eraseEvidence, eraseLateEvidence } from "../tracking/index.ts";
import { type ContactReference, deleteContact, findAddressKeys } from "./queries.ts";

/**
 * Deletes a contact, and the IP addresses and user agents of the person's opens and clicks, also those of mail to former addresses.
 * Returns false if there was no such contact.
 * The event comes last: while its transaction is open, no later event of any account is read.
 */
export async function removeContact(
  db: Db,
  accountId: string,
  reference: ContactReference,
): Promise<boolean> {
  for (;;) {
    const keys = await findAddressKeys(db, accountId, reference);
    if (keys === null) return false;
    const person = [keys.current, ...keys.former].map((addressKey) => ({ accountId, addressKey }));
    for (const each of person) await eraseEvidence(db, each);
    const isRemoved = await db.transaction().execute(async (transaction) => {
      for (const each of person) await eraseLateEvidence(transaction, each);
      return await deleteContact(transaction, accountId, { reference, addressKey: keys.current });
    });
    // Otherwise it has another address now, or another request deleted it.
    if (isRemoved) return true;
  }
}
