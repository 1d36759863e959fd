/**
 * Metrics for Prometheus (docs/decisions/0038-operations.md).
 *
 * Totals (counts of a process) → reportProcess (every 5 s) → metric_totals and processes → GET /metrics, from any process
 * definitions.ts: the table of metrics
 */
export { metrics } from "./definitions.ts";
export { createDeliveryMeter } from "./delivery-meter.ts";
export { listProcesses } from "./queries.ts";
export { reportProcess } from "./report-process.ts";
export { Totals } from "./totals.ts";
