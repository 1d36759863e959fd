/** Every figure of /metrics. Generates docs/reference/metrics.md. Labels have few values: a name that users choose is cut off at 50. */
export const metrics = {
  posthouse_accepted_emails_total: { type: "counter", labels: [], help: "Emails accepted." },
  posthouse_attempts_total: {
    type: "counter",
    labels: ["route", "result"],
    help: "Attempts that came to a result, by recipient.",
  },
  posthouse_delivery_seconds: {
    type: "histogram",
    labels: [],
    help: "From when a recipient's mail was to go until the next server took it.",
  },
  posthouse_relay_auth_failures_total: {
    type: "counter",
    labels: ["route"],
    help: "Attempts that a relay refused because it did not know us.",
  },
  posthouse_inbound_messages_total: {
    type: "counter",
    labels: ["kind", "outcome"],
    help: "Mail that came in, by recipient. Kind: bounce, complaint, auto-reply, dmarc, tls-rpt, other, unknown. Outcome: recorded, repeated, nothing, unverified, dropped, forwarded, kept, failed, and refused_… at the door.",
  },
  posthouse_inbound_connections: {
    type: "gauge",
    labels: ["process"],
    help: "Open connections that bring mail in.",
  },
  posthouse_inbound_unread_messages: {
    type: "gauge",
    labels: ["process"],
    help: "Messages that came in and wait to be read, of all processes, as this one saw them last.",
  },
  posthouse_log_events_total: {
    type: "counter",
    labels: ["event"],
    help: "Log lines by event (log-events.md); delivery.fenced are lost leases.",
  },
  posthouse_queue_recipients: {
    type: "gauge",
    labels: ["state"],
    help: "Recipients in the queue: waiting, in_flight, sleeping, held. Counted up to 10,000.",
  },
  posthouse_queue_oldest_seconds: {
    type: "gauge",
    labels: [],
    help: "How long the mail has waited that has waited longest and is not paused.",
  },
  posthouse_process_up: {
    type: "gauge",
    labels: ["process"],
    help: "Processes that live: role, node and number.",
  },
  posthouse_process_resident_memory_bytes: { type: "gauge", labels: ["process"], help: "Resident memory." },
  posthouse_event_loop_lag_seconds: {
    type: "gauge",
    labels: ["process"],
    help: "By how much the event loop was late at worst (99 %) in the last seconds.",
  },
  posthouse_database_connections: { type: "gauge", labels: ["process"], help: "Connections to PostgreSQL." },
  posthouse_database_waiting: {
    type: "gauge",
    labels: ["process"],
    help: "Callers that wait for a connection to PostgreSQL.",
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

/** Upper bounds in seconds: a login code should be there in one, and greylisting takes five to fifteen minutes. */
export const buckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 14_400, 86_400];
