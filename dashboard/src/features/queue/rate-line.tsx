import type { QueueGroup } from "../../api-types.ts";

const WIDTH = 96;
const HEIGHT = 24;

/** The last 15 minutes, one point per minute. */
export function RateLine({
  history,
  rate_per_minute: rate,
}: Pick<QueueGroup, "history" | "rate_per_minute">) {
  const most = Math.max(...history, 1);
  const points = history.map(
    (count, minute) =>
      `${(minute * WIDTH) / Math.max(1, history.length - 1)},${HEIGHT - 2 - (count / most) * (HEIGHT - 4)}`,
  );
  return (
    <svg
      role="img"
      aria-label={`${rate.toLocaleString("en")} a minute; at most ${Math.max(...history, 0).toLocaleString("en")} in the last ${history.length} minutes`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-6 w-24 text-chart-2"
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
