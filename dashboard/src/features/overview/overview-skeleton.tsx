import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export function OverviewSkeleton() {
  return (
    <div role="status" className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
      <span className="sr-only">Loading overview</span>
      <Card className="h-[28.5rem] p-5">
        <Skeleton className="h-4 w-28" />
        <div className="mt-7 flex gap-9">
          <Skeleton className="h-10 w-16" />
          <Skeleton className="h-10 w-16" />
          <Skeleton className="h-10 w-16" />
        </div>
        <Skeleton className="mt-8 h-56" />
      </Card>
      <Card className="grid gap-5 p-5">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5" />
      </Card>
    </div>
  );
}
