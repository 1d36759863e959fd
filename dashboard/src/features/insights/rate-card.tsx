import type { ReactNode } from "react";
import { ChartCard } from "../../ui/charts/chart-card.tsx";
import { NumbersTable } from "../../ui/charts/numbers-table.tsx";
import { Plot, TooltipRows } from "../../ui/charts/plot.tsx";
import { cx } from "../../ui/cx.ts";
import { formatCount, formatShare } from "./format.ts";
import type { MetricRow } from "./insights.ts";
import { periodName, type Range } from "./range.ts";
import { type RateKind, topOfRates } from "./rate-limits.ts";

type RateCardProps = { kind: RateKind; rows: MetricRow[]; granularity: Range["granularity"] };

/** A rate over time, with the limits that receivers have published. */
export function RateCard({ kind, rows, granularity, missing }: RateCardProps & { missing: ReactNode }) {
  const { metric, title, description, source } = kind;
  const rates = rows.flatMap((row) => (typeof row[metric] === "number" ? [row[metric]] : []));
  const counted = metric === "bounce_rate" ? "bounced" : "complained";
  return (
    <ChartCard
      title={title}
      description={description}
      missing={missing}
      empty={rates.length === 0 ? "Nothing was delivered in this range." : null}
      footer={source}
      chart={<RateChart kind={kind} rows={rows} granularity={granularity} rates={rates} />}
      table={
        <NumbersTable
          caption={`${title} by period`}
          rows={rows.toReversed()}
          keyOf={({ period = "" }) => period}
          columns={[
            { title: "Period", cell: ({ period = "" }) => periodName(period, granularity, "long") },
            { title: "Delivered", cell: ({ delivered }) => formatCount(delivered) },
            {
              title: counted === "bounced" ? "Bounced" : "Spam reports",
              cell: (row) => formatCount(row[counted]),
            },
            { title: "Rate", cell: (row) => formatShare(row[metric]) },
          ]}
        />
      }
    />
  );
}

function RateChart({ kind, rows, granularity, rates }: RateCardProps & { rates: number[] }) {
  const { metric, title, limits } = kind;
  const top = topOfRates(rates, limits);
  const counted = metric === "bounce_rate" ? "bounced" : "complained";
  return (
    <Plot
      label={`${title} by period, with published limits; the table has the numbers`}
      className="h-44"
      ticks={[0, top / 2, top].map((rate) => ({ at: rate / top, label: formatShare(rate) }))}
      columns={rows.map(({ period = "" }) => ({
        key: period,
        label: periodName(period, granularity, "short"),
      }))}
      tooltipOf={(index) => (
        <TooltipRows
          title={periodName(rows[index]?.period ?? "", granularity, "long")}
          rows={[
            { label: title, value: formatShare(rows[index]?.[metric]) },
            {
              label: counted === "bounced" ? "Bounced" : "Spam reports",
              value: formatCount(rows[index]?.[counted]),
            },
            { label: "Delivered", value: formatCount(rows[index]?.delivered) },
          ]}
        />
      )}
      overlay={limits.map(({ rate, label, tone }) => (
        <div
          key={label}
          className={cx(
            "pointer-events-none absolute inset-x-0 border-t border-dashed text-right text-[11px] leading-4",
            tone === "bad" ? "border-bad/60 text-bad" : "border-warn/60 text-warn",
          )}
          style={{ bottom: `${(rate / top) * 100}%` }}
        >
          <span className="absolute right-0 bottom-0.5 rounded-sm bg-surface/85 px-1">{label}</span>
        </div>
      ))}
    >
      {rows.map((row, index) => {
        const rate = Math.min(row[metric] ?? 0, top);
        if (rate === 0) return null;
        return (
          <rect
            key={row.period}
            x={index + 0.18}
            width={0.64}
            y={1 - rate / top}
            height={rate / top}
            fill="currentColor"
            className={inkOf(row[metric] ?? 0, kind)}
          />
        );
      })}
    </Plot>
  );
}

function inkOf(rate: number, { limits }: RateKind): string {
  const passed = limits.findLast((limit) => rate >= limit.rate);
  if (passed === undefined) return "text-chart-1";
  return passed.tone === "bad" ? "text-chart-4" : "text-chart-3";
}
