/** Structured logs: one JSON object per line on standard output, each with a typed `event` name (log-events.ts). */
export { createLogger, type Logger, loggedEvents } from "./create-logger.ts";
export { PLATFORM_LOG_EVENTS, type SmtpServerName } from "./log-events.ts";
export type { LabelsOf, MetricDefinition, NameOf } from "./metric-definitions.ts";
