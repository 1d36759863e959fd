import { queryOptions } from "@tanstack/react-query";
import type { CreateKeyBody, ListKeysResponse } from "../../../api.gen.ts";
import { api } from "../../../api.ts";
import type { ApiKey, CreatedKey, Permission } from "../../../api-types.ts";

export const PERMISSION_NAMES: Record<Permission, string> = {
  full: "Full access",
  send: "Send only",
  read: "Read only",
};

/** A daily limit that is not a number is sent as typed; the server's error then appears at its field. */
export type KeyInput = Omit<Required<CreateKeyBody>, "daily_limit"> & {
  daily_limit: number | string | null;
};

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: ({ signal }) => api.get<ListKeysResponse>("/api/keys", signal),
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
