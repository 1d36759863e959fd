import { type ReactNode, useState } from "react";
import { cx } from "../cx.ts";

export type Tick = {
  /** From 0 at the bottom to 1 at the top. */
  at: number;
  label: string;
};

type PlotProps = {
  /** The text alternative of the chart. */
  label: string;
  ticks: Tick[];
  /** Under the columns. Those that do not fit are left out. */
  columns: { key: string; label: string }[];
  /** SVG in a box of `columns.length` by 1, the origin at the top left. */
  children: ReactNode;
  /** Lines and labels over the chart, as HTML. */
  overlay?: ReactNode;
  /** Shown for the column under the pointer. */
  tooltipOf: (index: number) => ReactNode;
  className?: string;
};

/** The frame of a chart over time: lines for the ticks, labels, and a tooltip for each column. */
export function Plot({ label, ticks, columns, children, overlay, tooltipOf, className }: PlotProps) {
  const [shown, setShown] = useState<number | null>(null);
  return (
    <div
      role="img"
      aria-label={label}
      className={cx(
        "grid grid-cols-[3.25rem_minmax(0,1fr)] grid-rows-[1fr_1.75rem] text-xs text-ink-faint",
        className,
      )}
    >
      <div className="relative">
        {ticks.map(({ at, label: text }) => (
          <span
            key={text}
            className="absolute right-2 translate-y-1/2 whitespace-nowrap"
            style={{ bottom: percent(at) }}
          >
            {text}
          </span>
        ))}
      </div>
      <div className="relative" onPointerLeave={() => setShown(null)}>
        {ticks.map(({ at, label: text }) => (
          <div
            key={text}
            className="absolute inset-x-0 border-line border-t"
            style={{ bottom: percent(at) }}
          />
        ))}
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${columns.length} 1`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          {children}
        </svg>
        {overlay}
        <div className="absolute inset-0 flex">
          {columns.map(({ key }, index) => (
            <div
              key={key}
              className="relative min-w-0 flex-1 hover:bg-ink/5"
              onPointerEnter={() => setShown(index)}
            >
              {shown === index ? (
                <div
                  className={cx(
                    "pointer-events-none absolute top-0 z-10 w-max rounded-lg bg-raised px-3 py-2.5 text-[13px] text-ink shadow-float",
                    index < columns.length / 2 ? "left-full ml-1" : "right-full mr-1",
                  )}
                >
                  {tooltipOf(index)}
                </div>
              ) : null}
            </div>
          ))}
        </div>
      </div>
      <div className="relative col-start-2 pt-2">
        {labeled(columns.length).map((index) => (
          <span
            key={columns[index]?.key}
            className={cx(
              "absolute whitespace-nowrap",
              index === columns.length - 1 ? "right-0" : "-translate-x-1/2",
            )}
            style={index === columns.length - 1 ? {} : { left: percent((index + 0.5) / columns.length) }}
          >
            {columns[index]?.label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The last column and up to four before it, evenly spaced, so that labels do not touch at 360 px. */
function labeled(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / 4));
  const indexes: number[] = [];
  for (let index = count - 1; index >= 0; index -= step)
    if (index === count - 1 || index > 0 || step === 1) indexes.push(index);
  return indexes;
}

function percent(share: number): string {
  return `${share * 100}%`;
}

/** The rows of a tooltip. */
export function TooltipRows({
  title,
  rows,
}: {
  title: string;
  rows: { label: string; value: string; dot?: string }[];
}) {
  return (
    <>
      <p className="font-medium">{title}</p>
      <dl className="mt-1.5 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
        {rows.map(({ label, value, dot }) => (
          <div key={label} className="contents">
            <dt className="flex items-center gap-1.5 text-ink-soft">
              {dot === undefined ? null : (
                <span aria-hidden="true" className={cx("size-2 rounded-[3px]", dot)} />
              )}
              {label}
            </dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
