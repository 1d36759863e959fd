import type { RecipientStatus } from "../../api-types.ts";
import type { MetricRow } from "./insights.ts";

/** How a count is shown in charts. */
export type CountLook = {
  label: string;
  /** The color of the mark. */
  ink: string;
  /** The color of the dot beside the number. */
  dot: string;
};

/** Final outcomes of recipients. Color-blind people can distinguish the colors. */
export const FINAL_OUTCOMES = {
  delivered: { label: "Delivered", ink: "text-chart-2", dot: "bg-chart-2" },
  captured: { label: "Captured", ink: "text-chart-5", dot: "bg-chart-5" },
  bounced: { label: "Bounced", ink: "text-chart-4", dot: "bg-chart-4" },
  suppressed: { label: "Suppressed", ink: "text-chart-6", dot: "bg-chart-6" },
  expired: { label: "Expired", ink: "text-ink-faint", dot: "bg-ink-faint" },
  canceled: { label: "Canceled", ink: "text-chart-7", dot: "bg-chart-7" },
} satisfies Partial<Record<RecipientStatus, CountLook>>;

export type FlowOutcome = CountLook & {
  metric: Extract<keyof MetricRow, `outcome_${string}`>;
  /** The states of these recipients. The outcome links to emails with at least one of them. */
  states: RecipientStatus[];
};

/** Outcomes of recipients, in the order of the chart. */
export const FLOW_OUTCOMES: FlowOutcome[] = [
  { metric: "outcome_delivered", ...FINAL_OUTCOMES.delivered, states: ["delivered"] },
  { metric: "outcome_captured", ...FINAL_OUTCOMES.captured, states: ["captured"] },
  {
    metric: "outcome_open",
    label: "In progress",
    ink: "text-chart-3",
    dot: "bg-chart-3",
    states: ["queued", "sending", "deferred", "uncertain"],
  },
  { metric: "outcome_bounced", ...FINAL_OUTCOMES.bounced, states: ["bounced"] },
  { metric: "outcome_suppressed", ...FINAL_OUTCOMES.suppressed, states: ["suppressed"] },
  { metric: "outcome_expired", ...FINAL_OUTCOMES.expired, states: ["expired"] },
  { metric: "outcome_canceled", ...FINAL_OUTCOMES.canceled, states: ["canceled"] },
];
