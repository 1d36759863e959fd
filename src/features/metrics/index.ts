/**
 * Metrics for Prometheus (docs/decisions/0038-operations.md).
 *
 * Totals (counts of a process) → reportProcess (every 5 s) → metric_totals and processes → GET /metrics, from any process
 * Each feature declares its metrics in its metric-definitions.ts; the manifests bring them to GET /metrics.
 */
export { countAttempt } from "./count-attempt.ts";
export { forgetProcesses, listProcesses } from "./queries.ts";
export { reportProcess } from "./report-process.ts";
export { Totals } from "./totals.ts";
