import { queryOptions } from "@tanstack/react-query";
import type { ListSessionsResponse } from "../../api.gen.ts";
import { api } from "../../api.ts";
import type { Settings, SettingsChange } from "../../api-types.ts";

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => api.get<ListSessionsResponse>("/api/sessions", signal),
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
