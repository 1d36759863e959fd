import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  ChangeAlertRuleBody,
  ListAlertRulesResponse,
  ListAlertsResponse,
  TestAlertsResponse,
} from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import type { AlertRule, Finding, Health, Level } from "../../api-types.ts";
import { pollEvery } from "../../poll.ts";

/** The server caches the result for 15 seconds, so a shorter interval would show nothing new. */
const POLL_MS = 15_000;

export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: ({ signal }) => api.get<Health>("/api/instance/health", signal),
  refetchInterval: pollEvery(POLL_MS),
});

/** The first page of the past alerts, or the one at the cursor. The first page also has the open alerts. */
export function alertsQuery(cursor?: string) {
  const query = { status: "closed", cursor, limit: 20 };
  return queryOptions({
    queryKey: ["alerts", cursor],
    queryFn: ({ signal }) => api.get<ListAlertsResponse>(withQuery("/api/instance/alerts", query), signal),
    refetchInterval: pollEvery(POLL_MS),
    placeholderData: keepPreviousData,
  });
}

export const alertRulesQuery = queryOptions({
  queryKey: ["alert-rules"],
  queryFn: ({ signal }) => api.get<ListAlertRulesResponse>("/api/instance/alert-rules", signal),
});

export type RuleChange = Omit<ChangeAlertRuleBody, "threshold"> & { threshold?: number | string };

export function changeRule(rule: string, change: RuleChange): Promise<AlertRule> {
  return api.patch(`/api/instance/alert-rules/${encodeURIComponent(rule)}`, change);
}

export function testAlerts(): Promise<TestAlertsResponse> {
  return api.post("/api/instance/alerts/test", {});
}

export function checkOutbound(): Promise<Finding> {
  return api.post("/api/instance/health/outbound", {});
}

const WORST_FIRST: Level[] = ["failed", "warning", "unknown", "ok"];

/** The worst level among the findings. */
export function levelOf(findings: Pick<Finding, "level">[]): Level {
  return WORST_FIRST.find((level) => findings.some((finding) => finding.level === level)) ?? "ok";
}
