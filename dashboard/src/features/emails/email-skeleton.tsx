import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const LINES = ["w-2/3", "w-full", "w-5/6", "w-11/12", "w-1/2"];

/** Shown while an email loads. */
export function EmailSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading email</span>
      <Skeleton className="h-7 w-96 max-w-full" />
      <Skeleton className="mt-4 w-56" />
      <Skeleton className="mt-3 w-72 max-w-full" />
      <Card className="mt-6 grid gap-4 p-5">
        {LINES.map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </Card>
    </div>
  );
}
