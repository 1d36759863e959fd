import type { FastifyRequest } from "fastify";
import type { Db } from "../../platform/db/index.ts";
import { type Actor, type AuditAction, actorOf, insertAuditEvent } from "../audit/index.ts";
import { INSTANCE_ID } from "./instance-id.ts";

/** The actor of a change. Operators' changes to the instance's routes are logged in the operator's own account. */
export type AuditActor = { accountId: string; by: Actor };

type Fields = Record<string, unknown>;
type Change = {
  action: Extract<AuditAction, `${"relay" | "routing_rule" | "pool" | "delivery_mode"}.${string}`>;
  /** The account that owns the relay, rule or pool, or the instance. */
  ownerId: string;
  name: string;
  /** The settings in words for people; absent before creation and after deletion. */
  before?: Fields;
  after?: Fields;
};

export function auditActorOf(request: FastifyRequest): AuditActor {
  return { accountId: request.principal.accountId, by: actorOf(request) };
}

/** Records the changed fields with old and new values. Call it in the transaction of the change. Without changes, nothing is recorded. */
export async function recordChange(db: Db, { accountId, by }: AuditActor, change: Change): Promise<void> {
  const { action, ownerId, name, before = {}, after = {} } = change;
  const fields = Object.keys({ ...before, ...after })
    .map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }] as const)
    .filter(([, { from, to }]) => JSON.stringify(from) !== JSON.stringify(to));
  if (fields.length === 0) return;
  const detail = { name, of_instance: ownerId === INSTANCE_ID, changes: Object.fromEntries(fields) };
  await insertAuditEvent(db, { accountId, by, action, keyId: null, detail });
}
