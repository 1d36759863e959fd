import type { Icon } from "./icon.tsx";

/** Sheets of paper on a desk, the first one with the sign of what is missing, and a golden trail. */
export function EmptyDrawing({ icon: Sign }: { icon: Icon }) {
  return (
    <svg
      viewBox="0 0 200 120"
      aria-hidden="true"
      className="w-50 fill-none stroke-line-strong stroke-[1.5]"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <ellipse cx="100" cy="104" rx="84" ry="11" className="fill-subtle stroke-none" />
      <g className="fill-surface">
        <g transform="rotate(-11 72 72)">
          <rect x="40" y="34" width="62" height="66" rx="7" />
          <path d="M50 50h26M50 60h16" />
        </g>
        <g transform="rotate(10 130 72)">
          <rect x="98" y="34" width="62" height="66" rx="7" />
          <path d="M134 50h16M138 60h12" />
        </g>
        <rect x="64" y="22" width="72" height="80" rx="9" />
      </g>
      <path d="M78 82h44M78 90h28" className="stroke-line" />
      <Sign x={84} y={36} width={32} height={32} className="stroke-ink-soft stroke-[1.5]" />
      <g className="stroke-horn">
        <path d="M10 84c10-20 22-6 30-22" strokeDasharray="0.1 6" className="stroke-[2.5]" />
        <path d="M160 62c10-14 18-2 28-20" strokeDasharray="0.1 6" className="stroke-[2.5]" />
        <path d="M150 14v8M146 18h8M44 18v6M41 21h6" />
      </g>
      <circle cx="136" cy="24" r="7" className="fill-horn stroke-surface stroke-[3]" />
    </svg>
  );
}
