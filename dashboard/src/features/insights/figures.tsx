import { cx } from "../../ui/cx.ts";
import { type Change, describeChange } from "./changes.ts";
import { formatCount, formatLatency, formatShare } from "./format.ts";
import type { Metrics } from "./insights.ts";

type Totals = Metrics["totals"];
type FigureKind = {
  metric: keyof Totals;
  label: string;
  format: (value: number | null | undefined) => string;
  isMoreBetter: boolean | null;
  isRate: boolean;
  /** Shown even if it is zero. */
  always: boolean;
};

const FIGURES: FigureKind[] = [
  {
    metric: "recipients",
    label: "Recipients",
    format: formatCount,
    isMoreBetter: null,
    isRate: false,
    always: true,
  },
  {
    metric: "delivery_rate",
    label: "Delivery rate",
    format: formatShare,
    isMoreBetter: true,
    isRate: true,
    always: true,
  },
  {
    metric: "bounce_rate",
    label: "Bounce rate",
    format: formatShare,
    isMoreBetter: false,
    isRate: true,
    always: true,
  },
  {
    metric: "complaint_rate",
    label: "Complaint rate",
    format: formatShare,
    isMoreBetter: false,
    isRate: true,
    always: true,
  },
  {
    metric: "latency_p50_ms",
    label: "Median delivery",
    format: formatLatency,
    isMoreBetter: false,
    isRate: false,
    always: true,
  },
  {
    metric: "latency_p95_ms",
    label: "95% within",
    format: formatLatency,
    isMoreBetter: false,
    isRate: false,
    always: true,
  },
  {
    metric: "open_rate",
    label: "Open rate",
    format: formatShare,
    isMoreBetter: true,
    isRate: true,
    always: false,
  },
  {
    metric: "click_rate",
    label: "Click rate",
    format: formatShare,
    isMoreBetter: true,
    isRate: true,
    always: false,
  },
];

const TONES: Record<Change["tone"], string> = {
  good: "text-good",
  bad: "text-bad",
  neutral: "text-ink-faint",
};

/** The totals of the range, each with its change from the previous range. */
export function Figures({
  now,
  before,
  beforeName,
}: {
  now: Totals;
  before: Totals | undefined;
  beforeName: string;
}) {
  const shown = FIGURES.filter(({ metric, always }) => always || (now[metric] ?? 0) > 0);
  const hasEngagement = shown.some(({ metric }) => metric === "open_rate" || metric === "click_rate");
  return (
    <>
      <dl className="mb-6 grid grid-cols-2 overflow-hidden rounded-xl border bg-surface shadow-control sm:grid-cols-3 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
        {shown.map((kind) => {
          const { metric, label, format } = kind;
          const change = before ? describeChange(now[metric] ?? null, before[metric] ?? null, kind) : null;
          return (
            <div key={metric} className="-mb-px -ml-px border-b border-l px-5 py-4">
              <dt className="text-[13px] text-ink-soft">{label}</dt>
              <dd className="mt-0.5 text-xl font-semibold tracking-tight tabular-nums">
                {format(now[metric])}
              </dd>
              <dd
                className={cx(
                  "mt-0.5 min-h-4 text-xs tabular-nums",
                  change ? TONES[change.tone] : "text-ink-faint",
                )}
              >
                {change ? (
                  <>
                    {change.text}
                    <span className="sr-only"> compared with {beforeName}</span>
                  </>
                ) : (
                  "–"
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {hasEngagement ? (
        <p className="-mt-4 mb-6 text-[13px] text-ink-soft">
          Open and click rates are shares of all delivered recipients, also of mail that was not tracked.
        </p>
      ) : null}
    </>
  );
}
