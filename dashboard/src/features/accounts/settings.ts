import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";
import type { User } from "./session.ts";

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
  account: {
    id: string;
    name: string;
    default_from: string | null;
    retention_days: number;
    on_uncertain: "retry" | "hold";
    /** Null: the usual waits. */
    retry_seconds: number[] | null;
    expire_after_seconds: number;
    created_at: string;
  };
  user: User;
  /** Whether the reader runs the instance. */
  operator: boolean;
  delivery: { mode: "capture" | "relay" | "direct"; relay_host: string | null };
  /** Where programs hand in mail by SMTP; absent on servers that do not tell. */
  smtp?: { host: string; port: number | null; tls_port: number | null; enabled: boolean };
  base_url: string;
  version: string;
}

export interface SettingsChange {
  name?: string;
  default_from?: string | null;
  retention_days?: number;
  on_uncertain?: "retry" | "hold";
  retry_seconds?: number[] | null;
  expire_after_seconds?: number;
  user_name?: string | null;
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
