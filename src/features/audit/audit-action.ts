/**
 * All declared actions. Features add theirs in their `audit-actions.ts` (`declare module`).
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface AuditActions {}

export type AuditAction = keyof AuditActions;
