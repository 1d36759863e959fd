import type { Db } from "../../platform/db/index.ts";
import { eraseEvidence } from "../tracking/index.ts";
import { type ContactReference, deleteContact } from "./queries.ts";

/** Deletes a contact, and the IP addresses and user agents of the person's opens and clicks. Returns false if there was no such contact. */
export async function removeContact(
  db: Db,
  accountId: string,
  reference: ContactReference,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const addressKey = await deleteContact(transaction, accountId, reference);
    if (addressKey !== null) await eraseEvidence(transaction, { accountId, addressKey });
    return addressKey !== null;
  });
}
