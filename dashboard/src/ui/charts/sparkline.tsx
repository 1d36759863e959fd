/** A small line without axes; the row that it is in has the numbers. */
export function Sparkline({
  values,
  label,
  className,
}: {
  values: number[];
  label: string;
  className?: string;
}) {
  const most = Math.max(...values, 1);
  const points = values.map((value, index) => [index, 20 - (value / most) * 18 - 1] as const);
  const line = points.map(([x, y]) => `${x},${y.toFixed(2)}`).join(" ");
  const width = Math.max(values.length - 1, 1);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} 20`}
      preserveAspectRatio="none"
      className={className}
    >
      <polygon points={`0,20 ${line} ${width},20`} fill="currentColor" opacity="0.12" />
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
