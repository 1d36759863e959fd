import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";
import type { User } from "./session.ts";

export interface ApiKey {
  id: number;
  name: string;
  prefix: string;
  created_at: string;
  last_used: string | null;
}

/** The full key is in this answer only. */
export interface CreatedKey {
  id: number;
  name: string;
  key: string;
  prefix: string;
  created_at: string;
}

export interface Session {
  id: string;
  created_at: string;
  expires_at: string;
  last_seen_at: string;
  /** As the server saw it; empty when it cannot tell. */
  ip: string;
  user_agent: string;
  current: boolean;
}

export interface Settings {
  account: { id: string; name: string; default_from: string | null; created_at: string };
  user: User;
  delivery: { mode: "capture" | "relay"; relay_host: string | null };
  base_url: string;
  version: string;
}

export interface SettingsChange {
  name?: string;
  default_from?: string | null;
  user_name?: string | null;
}

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: ({ signal }) => api.get<{ keys: ApiKey[] }>("/api/keys", signal),
});

export function createKey(name: string): Promise<CreatedKey> {
  return api.post("/api/keys", { name });
}

export function revokeKey(id: number): Promise<void> {
  return api.delete(`/api/keys/${id}`);
}

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => api.get<{ sessions: Session[] }>("/api/sessions", signal),
});

export function endSession(id: string): Promise<void> {
  return api.delete(`/api/sessions/${encodeURIComponent(id)}`);
}

export function endOtherSessions(): Promise<void> {
  return api.delete("/api/sessions");
}

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => api.get<Settings>("/api/account", signal),
});

export function changeSettings(change: SettingsChange): Promise<Settings> {
  return api.patch("/api/account", change);
}
