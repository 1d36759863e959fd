import type { Database } from "../../../platform/db/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { suppressionNotFound } from "../errors.ts";
import { deleteSuppression, type Suppressed } from "../queries.ts";

/** Removes a suppression and records the actor in the audit log. Consent stays with the contact (decision 76). Error: `suppression_not_found`. */
export async function removeSuppression(
  { db: anyConnection }: Database,
  { by, ...suppressed }: Suppressed & { by: Actor },
): Promise<void> {
  await anyConnection.transaction().execute(async (db) => {
    const removed = await deleteSuppression(db, suppressed);
    if (!removed) throw suppressionNotFound();
    const { address, reason, detail, unsubscribed_at } = removed;
    await insertAuditEvent(db, {
      accountId: suppressed.accountId,
      by,
      action: "suppression.removed",
      keyId: null,
      detail: { address, reason, reason_detail: detail, unsubscribed_at },
    });
  });
}
