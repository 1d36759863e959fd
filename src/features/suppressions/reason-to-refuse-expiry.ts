import type { SuppressionReason } from "./suppression.ts";

export function reasonToRefuseExpiry(expiresAt: Date | null, reason: SuppressionReason): string | null {
  if (expiresAt === null) return null;
  if (Number.isNaN(expiresAt.getTime())) return "is not a valid time; use the form 2026-11-21T08:00:00Z";
  if (reason === "unsubscribe") return "is not allowed: an unsubscribe never expires";
  return expiresAt.getTime() <= Date.now() ? "is in the past" : null;
}
