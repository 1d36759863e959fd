import type { ReactNode } from "react";
import { ChartCard } from "../../ui/charts/chart-card.tsx";
import { NumbersTable } from "../../ui/charts/numbers-table.tsx";
import { Plot, TooltipRows } from "../../ui/charts/plot.tsx";
import { formatCount, formatLatency } from "./format.ts";
import type { MetricRow } from "./insights.ts";
import { latencyScale, runsOf } from "./latency-scale.ts";
import { periodName, type Range } from "./range.ts";

type Granularity = Range["granularity"];
type LatencyProps = { rows: MetricRow[]; granularity: Granularity };

const PERCENTILES = [
  { metric: "latency_p50_ms", label: "Half", dot: "bg-chart-1" },
  { metric: "latency_p95_ms", label: "95%", dot: "bg-chart-1/45" },
  { metric: "latency_p99_ms", label: "99%", dot: "bg-chart-1/25" },
] as const;

/** How long deliveries took, as a ribbon: the line is the median, and the bands reach to the 95th and the 99th percentile. */
export function LatencyCard({ rows, granularity, missing }: LatencyProps & { missing: ReactNode }) {
  const values = rows.flatMap((row) =>
    [row.latency_p50_ms, row.latency_p99_ms].filter((ms) => typeof ms === "number"),
  );
  return (
    <ChartCard
      title="Time to delivery"
      description="From acceptance, or the scheduled time, to the receiving server's confirmation."
      missing={missing}
      empty={values.length === 0 ? "Nothing was delivered in this range." : null}
      chart={
        <>
          <LatencyRibbon rows={rows} granularity={granularity} values={values} />
          <Legend />
        </>
      }
      table={<LatencyTable rows={rows} granularity={granularity} />}
    />
  );
}

function LatencyRibbon({ rows, granularity, values }: LatencyProps & { values: number[] }) {
  const { ticks, placeOf } = latencyScale(values);
  const runs = runsOf(rows.map(({ latency_p50_ms }) => latency_p50_ms));
  const y = (index: number, metric: (typeof PERCENTILES)[number]["metric"]) =>
    (1 - placeOf(rows[index]?.[metric] ?? 0)).toFixed(4);
  // A run of one period is drawn as wide as half of its column.
  const points = (run: number[], metric: (typeof PERCENTILES)[number]["metric"]) =>
    run.length === 1
      ? [0.25, 0.75].map((x) => `${(run[0] ?? 0) + x},${y(run[0] ?? 0, metric)}`)
      : run.map((index) => `${index + 0.5},${y(index, metric)}`);
  const band = (
    run: number[],
    low: (typeof PERCENTILES)[number]["metric"],
    high: (typeof PERCENTILES)[number]["metric"],
  ) => [...points(run, low), ...points(run, high).reverse()].join(" ");
  return (
    <Plot
      label="Time to delivery of half, 95% and 99% of the mail; the table has the numbers"
      className="h-60 text-ink-faint"
      ticks={ticks}
      columns={rows.map(({ period = "" }) => ({
        key: period,
        label: periodName(period, granularity, "short"),
      }))}
      tooltipOf={(index) => (
        <TooltipRows
          title={periodName(rows[index]?.period ?? "", granularity, "long")}
          rows={[
            ...PERCENTILES.map(({ metric, label, dot }) => ({
              label: `${label} within`,
              value: formatLatency(rows[index]?.[metric]),
              dot,
            })),
            { label: "Delivered", value: formatCount(rows[index]?.delivered) },
          ]}
        />
      )}
    >
      {runs.map((run) => (
        <g key={run[0]} className="text-chart-1" fill="currentColor">
          <polygon points={band(run, "latency_p95_ms", "latency_p99_ms")} opacity="0.12" />
          <polygon points={band(run, "latency_p50_ms", "latency_p95_ms")} opacity="0.26" />
          <polyline
            points={points(run, "latency_p50_ms").join(" ")}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </g>
      ))}
    </Plot>
  );
}

function Legend() {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft">
      {PERCENTILES.map(({ label, dot }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-2 rounded-[3px] ${dot}`} />
          {label} of the mail
        </li>
      ))}
    </ul>
  );
}

function LatencyTable({ rows, granularity }: LatencyProps) {
  return (
    <NumbersTable
      caption="Time to delivery by period"
      rows={rows.toReversed()}
      keyOf={({ period = "" }) => period}
      columns={[
        { title: "Period", cell: ({ period = "" }) => periodName(period, granularity, "long") },
        { title: "Delivered", cell: ({ delivered }) => formatCount(delivered) },
        ...PERCENTILES.map(({ metric, label }) => ({
          title: label,
          cell: (row: MetricRow) => formatLatency(row[metric]),
        })),
      ]}
    />
  );
}
