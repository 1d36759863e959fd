import { cx } from "../../../ui/cx.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";

export function HtmlCheckSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Checking the HTML</span>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-2 w-full" />
      {["w-1/2", "w-2/3", "w-1/3", "w-3/5"].map((width) => (
        <Skeleton key={width} className={cx("h-10", width)} />
      ))}
    </div>
  );
}
