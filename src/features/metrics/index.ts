/**
 * Figures for Prometheus (docs/decisions/0038-operations.md).
 *
 * Totals (counted in a process) → reportProcess (every 5 s) → metric_totals and processes → GET /metrics, by any process
 * definitions.ts: the table of figures
 */
export { metrics } from "./definitions.ts";
export { createDeliveryMeter } from "./delivery-meter.ts";
export { listProcesses } from "./queries.ts";
export { reportProcess } from "./report-process.ts";
export { Totals } from "./totals.ts";
