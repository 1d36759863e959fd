/**
 * Roll-ups of what happened to mail, and the metrics that are read from them.
 *
 * events, engagements, emails → rollupsFollower → counts, latencies → loadMetrics
 */
export { type AgentCount, countAgents } from "./metrics/count-agents.ts";
export { loadEmailMetrics } from "./metrics/load-email-metrics.ts";
export { loadMetrics } from "./metrics/load-metrics.ts";
export type { MetricName } from "./metrics/metric-catalog.ts";
export type { Question } from "./metrics/question.ts";
export { readTimeZone } from "./metrics/read-question.ts";
export type { MetricRow } from "./metrics/schema.ts";
export { rollupsFollower } from "./rollups/rollups-follower.ts";
