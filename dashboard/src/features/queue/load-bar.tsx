import type { QueueGroup } from "../../api-types.ts";
import { cx } from "../../ui/cx.ts";

const PARTS = [
  { key: "in_flight", className: "fill-chart-2" },
  { key: "waiting", className: "fill-chart-1" },
  { key: "sleeping", className: "fill-chart-3" },
] as const;

/** How much there is of each kind, against the longest row of the page. The figures beside it say the same. */
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
        // What there is can be seen, however little it is beside the rest.
        const width = share > 0 ? Math.max(share, 0.8) : 0;
        const x = start;
        start += width;
        return <rect key={key} x={x} y="0" width={width} height="6" className={ink} />;
      })}
    </svg>
  );
}
