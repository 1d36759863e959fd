import type { RecipientStatus } from "../../api-types.ts";
import type { MetricRow } from "./insights.ts";

type OutcomeMetric = Extract<keyof MetricRow, `outcome_${string}`>;

export type FlowOutcome = {
  metric: OutcomeMetric;
  label: string;
  /** The color of the band and of the dot beside the number. */
  ink: string;
  dot: string;
  /** The states of these recipients. The outcome links to emails with at least one of them. */
  states: RecipientStatus[];
};

/** Outcomes of recipients, in the order of the chart. */
export const FLOW_OUTCOMES: FlowOutcome[] = [
  {
    metric: "outcome_delivered",
    label: "Delivered",
    ink: "text-chart-2",
    dot: "bg-chart-2",
    states: ["delivered"],
  },
  {
    metric: "outcome_captured",
    label: "Captured",
    ink: "text-chart-5",
    dot: "bg-chart-5",
    states: ["captured"],
  },
  {
    metric: "outcome_open",
    label: "In progress",
    ink: "text-chart-3",
    dot: "bg-chart-3",
    states: ["queued", "sending", "deferred", "uncertain"],
  },
  {
    metric: "outcome_bounced",
    label: "Bounced",
    ink: "text-chart-4",
    dot: "bg-chart-4",
    states: ["bounced"],
  },
  {
    metric: "outcome_suppressed",
    label: "Suppressed",
    ink: "text-ink-faint",
    dot: "bg-ink-faint",
    states: ["suppressed"],
  },
  {
    metric: "outcome_expired",
    label: "Expired",
    ink: "text-ink-faint",
    dot: "bg-ink-faint",
    states: ["expired"],
  },
  {
    metric: "outcome_canceled",
    label: "Canceled",
    ink: "text-ink-faint",
    dot: "bg-ink-faint",
    states: ["canceled"],
  },
];
