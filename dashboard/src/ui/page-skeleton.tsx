import { Card } from "./card.tsx";
import { Skeleton } from "./skeleton.tsx";

/** A page of cards that is still loading. */
export function PageSkeleton() {
  return (
    <Card aria-busy="true" className="grid h-96 content-start gap-5 p-5">
      <Skeleton className="w-40" />
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
      <Skeleton className="w-2/3" />
    </Card>
  );
}
