import { cx } from "./cx.ts";

export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx("block h-3.5 animate-shimmer rounded bg-hover", className)} />
  );
}
