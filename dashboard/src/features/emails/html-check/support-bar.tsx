import { cx } from "../../../ui/cx.ts";

export type Shares = { supported: number; partial: number; unsupported: number };

const PARTS = [
  { key: "supported", className: "fill-chart-2" },
  { key: "partial", className: "fill-chart-3" },
  { key: "unsupported", className: "fill-chart-4" },
] as const;

/** A bar of the shares. The numbers are beside it. */
export function SupportBar({ shares, className }: { shares: Shares; className?: string }) {
  let start = 0;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={cx("h-1.5 w-full overflow-hidden rounded-full bg-hover", className)}
    >
      {PARTS.map(({ key, className: ink }) => {
        const x = start;
        start += shares[key];
        return <rect key={key} x={x} y="0" width={shares[key]} height="6" className={ink} />;
      })}
    </svg>
  );
}

export function percent(share: number): string {
  return `${share.toLocaleString("en", { maximumFractionDigits: 1 })}%`;
}
