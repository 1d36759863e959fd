import type { MetricDefinition } from "../../platform/telemetry/index.ts";
import type { FollowerLag, LostEvents } from "../followers/index.ts";
import { formatLabels } from "./format-labels.ts";
import type { ProcessReport } from "./queries.ts";
import type { Total } from "./totals.ts";
import { withZeros } from "./with-zeros.ts";

type Snapshot = {
  totals: Total[];
  processes: ProcessReport[];
  queue: { waiting: number; in_flight: number; delayed: number; uncertain: number };
  oldestSeconds: number;
  lags: FollowerLag[];
  lost: LostEvents[];
};

export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;

/** Renders the Prometheus text format, version 0.0.4. */
export function renderMetrics(definitions: MetricDefinitions, snapshot: Snapshot): string {
  const lines = linesByMetric({ ...snapshot, totals: withZeros(definitions, snapshot.totals) });
  return Object.entries(definitions)
    .map(([name, { type, help }]) => {
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...(lines.get(name) ?? [])].join("\n");
    })
    .join("\n")
    .concat("\n");
}

function linesByMetric({
  totals,
  processes,
  queue,
  oldestSeconds,
  lags,
  lost: lostEvents,
}: Snapshot): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  const add = (metric: string, line: string) => lines.set(metric, [...(lines.get(metric) ?? []), line]);
  for (const { name, labels, value } of inOrder(totals))
    add(name.replace(/_(bucket|sum|count)$/, ""), `${name}${labels ? `{${labels}}` : ""} ${value}`);
  for (const [state, value] of Object.entries(queue))
    add("posthouse_queue_recipients", `posthouse_queue_recipients{${formatLabels({ state })}} ${value}`);
  add("posthouse_queue_oldest_seconds", `posthouse_queue_oldest_seconds ${oldestSeconds}`);
  for (const { follower, seconds } of lags)
    add(
      "posthouse_follower_lag_seconds",
      `posthouse_follower_lag_seconds{${formatLabels({ follower })}} ${seconds}`,
    );
  for (const { follower, lost } of lostEvents)
    add(
      "posthouse_follower_lost_events",
      `posthouse_follower_lost_events{${formatLabels({ follower })}} ${lost}`,
    );
  for (const { role, node, pid, gauges } of processes)
    for (const [name, value] of Object.entries(gauges))
      add(name, `${name}{${formatLabels({ process: `${role} ${node} ${pid}` })}} ${value}`);
  return lines;
}

/** Sorts by name, and buckets by their bound, as Prometheus expects. */
function inOrder(totals: Total[]): Total[] {
  const boundOf = ({ labels }: Total) => {
    const bound = /^le="(.+)"$/.exec(labels)?.[1];
    return bound === undefined ? 0 : bound === "+Inf" ? Number.POSITIVE_INFINITY : Number(bound);
  };
  return totals.toSorted((a, b) =>
    a.name === b.name ? boundOf(a) - boundOf(b) || 0 : a.name < b.name ? -1 : 1,
  );
}
