import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const ROWS = ["a", "b", "c"];

export function QueueSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <Card className="grid grid-cols-2 gap-6 p-5 sm:grid-cols-4">
        {[...ROWS, "d"].map((figure) => (
          <Skeleton key={figure} className="h-9 w-20" />
        ))}
      </Card>
      <Card className="divide-y">
        {ROWS.map((row) => (
          <div key={row} className="grid gap-3 p-5">
            <Skeleton className="w-40" />
            <Skeleton className="h-1.5 w-full" />
            <Skeleton className="w-64 max-w-full" />
          </div>
        ))}
      </Card>
    </div>
  );
}
