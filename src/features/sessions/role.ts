import type { Permission } from "../../platform/http/index.ts";

/** Owners may do everything, members everything except changes to members, and viewers may only read. */
export const ROLES = ["owner", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export function permissionOf(role: Role): Permission {
  return role === "viewer" ? "read" : "full";
}
