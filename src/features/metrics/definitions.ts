/** Every metric of /metrics. Generates docs/reference/metrics.md. A label has few values: those that users choose are limited to 50. */
export const metrics = {
  posthouse_accepted_emails_total: { type: "counter", labels: [], help: "Emails accepted." },
  posthouse_attempts_total: {
    type: "counter",
    labels: ["route", "result"],
    help: "Finished attempts, one per recipient.",
  },
  posthouse_delivery_seconds: {
    type: "histogram",
    labels: [],
    help: "Time from when a recipient's mail was due until the next server accepted it.",
  },
  posthouse_relay_auth_failures_total: {
    type: "counter",
    labels: ["route"],
    help: "Attempts that a relay rejected because authentication failed.",
  },
  posthouse_inbound_messages_total: {
    type: "counter",
    labels: ["kind", "outcome"],
    help: "Received messages, one per recipient. Kind: bounce, complaint, auto-reply, dmarc, tls-rpt, other, unknown. Outcome: recorded, repeated, nothing, unverified, dropped, forwarded, kept, failed, or refused_… when the SMTP server rejected it.",
  },
  posthouse_inbound_connections: {
    type: "gauge",
    labels: ["process"],
    help: "Open connections of the inbound SMTP server.",
  },
  posthouse_inbound_unread_messages: {
    type: "gauge",
    labels: ["process"],
    help: "Received messages of all processes that wait to be read, as this process last counted them.",
  },
  posthouse_log_events_total: {
    type: "counter",
    labels: ["event"],
    help: "Log lines by event (log-events.md). delivery.fenced counts lost leases.",
  },
  posthouse_queue_recipients: {
    type: "gauge",
    labels: ["state"],
    help: "Recipients in the queue: waiting, in_flight, delayed, uncertain. Counted up to 10,000.",
  },
  posthouse_queue_oldest_seconds: {
    type: "gauge",
    labels: [],
    help: "How long the oldest due recipient that is not paused has waited.",
  },
  posthouse_process_up: {
    type: "gauge",
    labels: ["process"],
    help: "Running processes: role, node and process id.",
  },
  posthouse_process_resident_memory_bytes: { type: "gauge", labels: ["process"], help: "Resident memory." },
  posthouse_event_loop_lag_seconds: {
    type: "gauge",
    labels: ["process"],
    help: "99th percentile of the event loop delay in the last seconds.",
  },
  posthouse_database_connections: { type: "gauge", labels: ["process"], help: "Connections to PostgreSQL." },
  posthouse_database_waiting: {
    type: "gauge",
    labels: ["process"],
    help: "Callers waiting for a connection to PostgreSQL.",
  },
} as const satisfies Record<
  string,
  { type: "counter" | "gauge" | "histogram"; labels: readonly string[]; help: string }
>;

type Metrics = typeof metrics;
export type MetricName = keyof Metrics;
export type NameOf<T extends "counter" | "gauge" | "histogram"> = {
  [N in MetricName]: Metrics[N]["type"] extends T ? N : never;
}[MetricName];
export type LabelsOf<N extends MetricName> = Record<Metrics[N]["labels"][number], string>;

/** Upper bounds in seconds. A login code should arrive within one second, and greylisting takes five to fifteen minutes. */
export const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 14_400, 86_400];
