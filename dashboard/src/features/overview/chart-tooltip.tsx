import type { Day } from "../../api-types.ts";
import { cx } from "../../ui/cx.ts";
import { ALL_COUNTS, formatDay } from "./outcomes.ts";

/** The day's numbers, under the pointer. */
export function VolumeTooltip({ day }: { day: Day | undefined }) {
  if (!day) return null;
  const rows = ALL_COUNTS.filter(({ key }) => day[key] > 0);
  return (
    <div className="min-w-44 rounded-lg bg-raised px-3 py-2.5 text-[13px] text-ink shadow-float">
      <p className="font-medium">{formatDay(day.date, "long")}</p>
      <dl className="mt-1.5 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
        <dt className="text-ink-soft">Accepted</dt>
        <dd className="text-right">{day.accepted.toLocaleString("en")}</dd>
        {rows.map(({ key, label, dot }) => (
          <div key={key} className="contents">
            <dt className="flex items-center gap-1.5 text-ink-soft">
              <span aria-hidden="true" className={cx("size-2 rounded-[3px]", dot)} />
              {label}
            </dt>
            <dd className="text-right">{day[key].toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
