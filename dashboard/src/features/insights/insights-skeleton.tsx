import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export function InsightsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading insights</span>
      <Card className="mb-6 grid grid-cols-2 gap-6 p-5 sm:grid-cols-3 xl:grid-cols-6">
        {Array.from({ length: 6 }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key.
          <Skeleton key={n} className="h-14" />
        ))}
      </Card>
      <div className="grid gap-6 xl:grid-cols-2">
        {Array.from({ length: 4 }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key.
          <Card key={n} className="h-96 p-5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="mt-8 h-64" />
          </Card>
        ))}
      </div>
    </div>
  );
}
