import type { ReactNode } from "react";
import { QueryError } from "../../query-error.tsx";
import { Card } from "../../ui/card.tsx";
import { SectionHeader } from "../../ui/section-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

type SectionFrameProps = {
  title: string;
  description: string;
  actions: ReactNode;
  error: Error | null;
  onRetry: () => void;
  /** Undefined while loading. */
  count: number | undefined;
  empty: ReactNode;
  children: ReactNode;
};

/** A section with a list, and its loading, error and empty state. */
export function SectionFrame(props: SectionFrameProps) {
  const { title, description, actions, error, onRetry, count, empty, children } = props;
  return (
    <section aria-label={title}>
      <SectionHeader title={title} description={description} actions={count ? actions : null} />
      <Card className="overflow-hidden">
        {error && count === undefined ? (
          <QueryError error={error} onRetry={onRetry} />
        ) : count === undefined ? (
          <div aria-busy="true" className="grid gap-3 p-5">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        ) : count === 0 ? (
          empty
        ) : (
          children
        )}
      </Card>
    </section>
  );
}
