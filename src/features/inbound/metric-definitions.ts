import type { MetricDefinition } from "../../platform/telemetry/index.ts";

/** Metrics of this feature. They are part of /metrics and docs/reference/metrics.md. */
export const INBOUND_METRICS = {
  posthouse_inbound_messages_total: {
    type: "counter",
    labels: ["kind", "outcome"],
    values: {
      kind: ["bounce", "complaint", "auto-reply", "dmarc", "tls-rpt", "other", "unknown"],
      outcome: ["recorded", "repeated", "nothing", "unverified", "dropped", "forwarded", "kept", "failed"],
    },
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
} as const satisfies Record<string, MetricDefinition>;

type Declared = typeof INBOUND_METRICS;

declare module "../../platform/telemetry/metric-definitions.ts" {
  interface Metrics extends Declared {}
}
