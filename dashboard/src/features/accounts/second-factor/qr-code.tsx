import { encode } from "uqr";

/** The quiet zone around it, in modules (ISO/IEC 18004 §5.3.8). */
const BORDER = 4;

/** Dark on light in both themes: many scanners cannot read the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full rounded-lg bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  );
}
