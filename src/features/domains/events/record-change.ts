import type { Db } from "../../../platform/db/index.ts";
import { type Actor, type AuditAction, insertAuditEvent } from "../../audit/index.ts";
import type { DomainRef } from "../queries.ts";

type Change = {
  by: Actor;
  action: Extract<AuditAction, `domain.${string}`>;
  /** Each changed field with `from` and `to`. */
  changes?: Record<string, { from: unknown; to: unknown }>;
};

/** Records in the audit log who changed a domain. Call it in the transaction of the change. */
export async function recordChange(
  db: Db,
  { accountId, name }: DomainRef,
  { by, action, changes = {} }: Change,
): Promise<void> {
  await insertAuditEvent(db, { accountId, by, action, keyId: null, detail: { name, changes } });
}
