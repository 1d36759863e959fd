import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ChartCard } from "../../ui/charts/chart-card.tsx";
import { NumbersTable } from "../../ui/charts/numbers-table.tsx";
import { cx } from "../../ui/cx.ts";
import type { EmailsSearch } from "../emails/emails-search.ts";
import { bandPath, flowBands } from "./flow-shape.ts";
import { formatCount, formatShare } from "./format.ts";
import type { Metrics } from "./insights.ts";
import { FLOW_OUTCOMES, type FlowOutcome } from "./outcomes.ts";

type FlowCardProps = {
  totals: Metrics["totals"];
  /** The emails of the range and of the page's filters. */
  listed: EmailsSearch;
  missing: ReactNode;
};

type Flow = FlowOutcome & { count: number; share: number; search: EmailsSearch };

/** The outcomes of recipients whose emails were accepted in the range. */
export function FlowCard({ totals, listed, missing }: FlowCardProps) {
  const recipients = totals.recipients ?? 0;
  const flows = FLOW_OUTCOMES.map((outcome): Flow => {
    const count = totals[outcome.metric] ?? 0;
    return {
      ...outcome,
      count,
      share: count / recipients,
      search: { ...listed, recipient_state: outcome.states.join(",") },
    };
  }).filter(({ count }) => count > 0);
  return (
    <ChartCard
      title="Where mail went"
      description="Recipients of emails accepted in this range, by their outcome so far."
      missing={missing}
      empty={recipients === 0 ? "No emails were accepted in this range." : null}
      chart={<FlowDiagram recipients={recipients} flows={flows} />}
      table={
        <NumbersTable
          caption="Recipients by outcome"
          rows={flows}
          keyOf={({ metric }) => metric}
          columns={[
            { title: "Outcome", cell: (flow) => <OutcomeLink flow={flow} /> },
            { title: "Recipients", cell: ({ count }) => formatCount(count) },
            { title: "Share", cell: ({ share }) => formatShare(share) },
          ]}
        />
      }
    />
  );
}

function FlowDiagram({ recipients, flows }: { recipients: number; flows: Flow[] }) {
  const bands = flowBands(flows.map(({ count }) => count));
  return (
    <div className="grid h-72 grid-cols-[5.5rem_minmax(0,1fr)_9.5rem] sm:grid-cols-[7.5rem_minmax(0,1fr)_12rem]">
      <div className="relative">
        <div className="absolute top-1/2 left-0 -translate-y-1/2">
          <p className="text-[13px] text-ink-soft">Accepted</p>
          <p className="text-xl font-semibold tracking-tight tabular-nums">{formatCount(recipients)}</p>
          <p className="text-xs text-ink-faint">recipients</p>
        </div>
        <div aria-hidden="true" className="absolute inset-y-0 right-0 w-1 rounded-full bg-ink-faint/70" />
      </div>
      <svg
        role="img"
        aria-label={`${formatCount(recipients)} recipients flow to ${flows.length} outcomes, listed beside the chart`}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="size-full"
      >
        {bands.map((band, index) => (
          <path
            key={flows[index]?.metric}
            d={bandPath(band)}
            fill="currentColor"
            className={cx("opacity-25", flows[index]?.ink)}
          />
        ))}
      </svg>
      <ul className="relative">
        {bands.map((band, index) => {
          const flow = flows[index] as Flow;
          return (
            <li key={flow.metric}>
              <div
                aria-hidden="true"
                className={cx("absolute left-0 w-1 rounded-full", flow.dot)}
                style={{ top: percent(band.toTop), height: percent(band.toHeight) }}
              />
              <div
                className="absolute right-0 left-3 -translate-y-1/2"
                style={{ top: percent(band.toTop + band.toHeight / 2) }}
              >
                <Link
                  to="/emails"
                  search={flow.search}
                  className="flex items-baseline gap-2 rounded-md px-1.5 py-0.5 text-[13px] hover:bg-hover"
                >
                  <span className="min-w-0 flex-1 truncate font-medium">{flow.label}</span>
                  <span className="tabular-nums">{formatCount(flow.count)}</span>
                  <span className="hidden w-12 text-right text-ink-faint tabular-nums sm:block">
                    {formatShare(flow.share)}
                  </span>
                </Link>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function OutcomeLink({ flow }: { flow: Flow }) {
  return (
    <Link
      to="/emails"
      search={flow.search}
      className="inline-flex items-center gap-2 rounded-sm hover:underline"
    >
      <span aria-hidden="true" className={cx("size-2 rounded-[3px]", flow.dot)} />
      {flow.label}
    </Link>
  );
}

function percent(share: number): string {
  return `${share * 100}%`;
}
