import type { QueueGroup } from "../../api-types.ts";
import { cx } from "../../ui/cx.ts";

const PARTS = [
  { key: "in_flight", className: "fill-chart-2" },
  { key: "waiting", className: "fill-chart-1" },
  { key: "delayed", className: "fill-chart-3" },
] as const;

/** A bar of the row's counts, relative to the longest row. The numbers are beside it. */
export function LoadBar({
  group,
  longest,
  className,
}: {
  group: QueueGroup;
  longest: number;
  className?: string;
}) {
  let start = 0;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={cx("h-1.5 w-full overflow-hidden rounded-full bg-hover", className)}
    >
      {PARTS.map(({ key, className: ink }) => {
        const share = longest === 0 ? 0 : (100 * group[key]) / longest;
        // A non-zero part stays visible, however small.
        const width = share > 0 ? Math.max(share, 0.8) : 0;
        const x = start;
        start += width;
        return <rect key={key} x={x} y="0" width={width} height="6" className={ink} />;
      })}
    </svg>
  );
}
