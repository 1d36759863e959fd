import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../api.ts";

export type Permission = "full" | "send" | "read";

export const permissionNames: Record<Permission, string> = {
  full: "Full access",
  send: "Send only",
  read: "Read only",
};

/** What SMTP does with lines over 998 octets. */
export type LongLines = "re-encode" | "refuse";

export interface ApiKey {
  id: number;
  name: string;
  /** Of the newest secret. */
  prefix: string;
  /** Null for keys that are older than this field. */
  last_four: string | null;
  status: "active" | "expired" | "paused";
  paused_at: string | null;
  /** A sentence. */
  paused_reason: string | null;
  permission: Permission;
  /** Null: any; the same of the others. */
  from_domains: string[] | null;
  networks: string[] | null;
  expires_at: string | null;
  daily_limit: number | null;
  long_lines: LongLines;
  created_at: string;
  last_used: string | null;
  /** After a rotation: until when the secret before still works. */
  old_secret_expires_at: string | null;
}

/** The full key is in these answers only. */
export interface CreatedKey extends ApiKey {
  key: string;
}

export interface KeyInput {
  name: string;
  permission: Permission;
  from_domains: string[] | null;
  networks: string[] | null;
  expires_at: string | null;
  /** What is no number goes to the server as it is, which says so at the field. */
  daily_limit: number | string | null;
  long_lines: LongLines;
}

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: ({ signal }) => api.get<{ keys: ApiKey[] }>("/api/keys", signal),
});

export function createKey(input: KeyInput): Promise<CreatedKey> {
  return api.post("/api/keys", input);
}

export function changeKey(id: number, input: Partial<KeyInput>): Promise<ApiKey> {
  return api.patch(`/api/keys/${id}`, input);
}

export function rotateKey(id: number, overlapSeconds: number): Promise<CreatedKey> {
  return api.post(`/api/keys/${id}/rotate`, { overlap_seconds: overlapSeconds });
}

export function revokeKey(id: number): Promise<void> {
  return api.delete(`/api/keys/${id}`);
}

export function resumeKey(id: number): Promise<ApiKey> {
  return api.post(`/api/keys/${id}/resume`, {});
}
