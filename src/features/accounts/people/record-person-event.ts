import type { Db } from "../../../platform/db/index.ts";
import { insertAuditEvent, type NewAuditEvent } from "../../audit/index.ts";
import { listAccountIdsOf } from "../members/queries.ts";

/** Records a change of how a person signs in, in all accounts of the person: a session in one of them cannot hide it from the others. */
export async function recordPersonEvent(
  db: Db,
  personId: string,
  event: Pick<NewAuditEvent, "by" | "action" | "detail">,
): Promise<void> {
  for (const accountId of await listAccountIdsOf(db, personId))
    await insertAuditEvent(db, { ...event, accountId, keyId: null });
}
