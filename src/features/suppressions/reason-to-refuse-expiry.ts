import type { SuppressionReason } from "./suppression.ts";

export function reasonToRefuseExpiry(expiresAt: Date | null, reason: SuppressionReason): string | null {
  if (expiresAt === null) return null;
  if (Number.isNaN(expiresAt.getTime())) return "is not a time that exists; write it as 2026-11-21T08:00:00Z";
  if (reason === "unsubscribe") return "An unsubscribe never expires; leave it out.";
  return expiresAt.getTime() <= Date.now() ? "is in the past" : null;
}
