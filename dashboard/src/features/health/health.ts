import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Pagination, withQuery } from "../../api.ts";

export type Level = "ok" | "warning" | "failed" | "unknown";
export interface Finding {
  level: Level;
  words: string;
  next: string | null;
}
export interface Check {
  id: string;
  title: string;
  findings: Finding[];
}
export interface Process {
  role: string;
  node: string;
  pid: number;
  memory_bytes: number;
  event_loop_lag_seconds: number;
}
export interface Health {
  checked_at: string;
  checks: Check[];
  processes: Process[];
}
export interface AlertView {
  id: string;
  rule: string;
  subject: string;
  words: string;
  opened_at: string;
  closed_at: string | null;
  told_at: string | null;
}
export interface AlertRule {
  rule: string;
  meaning: string;
  unit: string | null;
  enabled: boolean;
  threshold: number;
  usual_threshold: number;
}

/** The server looks no more often. */
const pollMs = 15_000;

export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: ({ signal }) => api.get<Health>("/api/instance/health", signal),
  refetchInterval: ({ state }) => (state.data === undefined ? false : pollMs),
});

const alertsKey = ["alerts"] as const;

export function alertsQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: [...alertsKey, cursor],
    queryFn: ({ signal }) =>
      api.get<{ open: AlertView[]; alerts: AlertView[]; pagination: Pagination }>(
        withQuery("/api/instance/alerts", { cursor, limit: 20 }),
        signal,
      ),
    refetchInterval: ({ state }) => (state.data === undefined ? false : pollMs),
    placeholderData: keepPreviousData,
  });
}

export const alertRulesQuery = queryOptions({
  queryKey: ["alert-rules"],
  queryFn: ({ signal }) =>
    api.get<{ rules: AlertRule[]; told_by: ("email" | "webhook")[] }>("/api/instance/alert-rules", signal),
});

export function changeRule(
  rule: string,
  change: { enabled?: boolean; threshold?: number | null },
): Promise<AlertRule> {
  return api.patch(`/api/instance/alert-rules/${encodeURIComponent(rule)}`, change);
}

/** What became of a test alert by one of the ways that the settings name. */
export interface AlertTold {
  by: "email" | "webhook";
  ok: boolean;
  words: string;
  took_ms: number;
}

export function testAlerts(): Promise<{ told: AlertTold[] }> {
  return api.post("/api/instance/alerts/test", {});
}

export function checkOutbound(): Promise<Finding> {
  return api.post("/api/instance/health/outbound", {});
}

const gravest: Level[] = ["failed", "warning", "unknown", "ok"];

/** The worst of what was found. */
export function levelOf(findings: Pick<Finding, "level">[]): Level {
  return gravest.find((level) => findings.some((finding) => finding.level === level)) ?? "ok";
}
