import type { FastifyRequest } from "fastify";
import type { Db } from "../../platform/db/index.ts";
import { type Actor, type AuditAction, actorOf, insertAuditEvent } from "../audit/index.ts";
import { instanceId } from "./owner.ts";

/** Who changes routes. What an operator does to the instance's stands in the log of the operator's own account. */
export type Doer = { accountId: string; by: Actor };

type Fields = Record<string, unknown>;
type Change = {
  action: Extract<AuditAction, `${"relay" | "routing_rule" | "pool"}.${string}`>;
  /** Whose it is. */
  ownerId: string;
  name: string;
  /** What of it is set, for people; absent where there was nothing, or there is nothing any more. */
  before?: Fields;
  after?: Fields;
};

export function doerOf(request: FastifyRequest): Doer {
  return { accountId: request.principal.accountId, by: actorOf(request) };
}

/** In the transaction of the change: each field with what it was and what it is. A change that changes nothing leaves no trace. */
export async function remember(db: Db, { accountId, by }: Doer, change: Change): Promise<void> {
  const { action, ownerId, name, before = {}, after = {} } = change;
  const fields = Object.keys({ ...before, ...after })
    .map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }] as const)
    .filter(([, { from, to }]) => JSON.stringify(from) !== JSON.stringify(to));
  if (fields.length === 0) return;
  const detail = { name, of_instance: ownerId === instanceId, changes: Object.fromEntries(fields) };
  await insertAuditEvent(db, { accountId, by, action, keyId: null, detail });
}
