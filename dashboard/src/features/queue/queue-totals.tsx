import type { Queue } from "../../api-types.ts";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { formatCount } from "./format-count.ts";

const FIGURES = [
  { key: "waiting", label: "Queued", hint: "due now", dot: "bg-chart-1" },
  { key: "in_flight", label: "In flight", hint: "sending", dot: "bg-chart-2" },
  { key: "delayed", label: "Due later", hint: "scheduled, retrying", dot: "bg-chart-3" },
  { key: "uncertain", label: "Uncertain", hint: "needs a decision", dot: "bg-chart-5" },
] as const;

/** The queue's totals. Their dots are the legend of the bars below. */
export function QueueTotals({ queue }: { queue: Queue }) {
  return (
    <Card aria-label="Queue totals">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 px-5 py-4 sm:grid-cols-4">
        {FIGURES.map(({ key, label, hint, dot }) => (
          <div key={key}>
            <dt className="flex items-center gap-1.5 text-[13px] text-ink-soft">
              <span aria-hidden="true" className={cx("size-2 rounded-[3px]", dot)} />
              {label}
              <span className="text-ink-faint max-lg:hidden">{hint}</span>
            </dt>
            <dd
              className={cx(
                "mt-0.5 text-xl font-semibold tracking-tight tabular-nums",
                queue.totals[key] === 0 && "text-ink-faint",
              )}
            >
              {formatCount(queue.totals[key], queue.counted_up_to)}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
