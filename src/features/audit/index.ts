/** The audit log: who did what in an account. A feature writes the entry in the transaction of the change. */
export { type Actor, actorOf, OPERATOR, SYSTEM } from "./actor.ts";
export type { AuditAction } from "./audit-action.ts";
export { changesOf } from "./changes-of.ts";
export { insertAuditEvent, type NewAuditEvent } from "./queries.ts";
