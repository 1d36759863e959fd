import type { Db } from "../../platform/db/index.ts";
import { eraseEvidence, eraseLateEvidence } from "../tracking/index.ts";
import { type ContactReference, deleteContact, findAddressKey } from "./queries.ts";

/**
 * Deletes a contact, and the IP addresses and user agents of the person's opens and clicks. Returns false if there was no such contact.
 * The event comes last: while its transaction is open, no later event of any account is read.
 */
export async function removeContact(
  db: Db,
  accountId: string,
  reference: ContactReference,
): Promise<boolean> {
  for (;;) {
    const addressKey = await findAddressKey(db, accountId, reference);
    if (addressKey === null) return false;
    await eraseEvidence(db, { accountId, addressKey });
    const isRemoved = await db.transaction().execute(async (transaction) => {
      await eraseLateEvidence(transaction, { accountId, addressKey });
      return await deleteContact(transaction, accountId, { reference, addressKey });
    });
    // Otherwise it has another address now, or another request deleted it.
    if (isRemoved) return true;
  }
}
