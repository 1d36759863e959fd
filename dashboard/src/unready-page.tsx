import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryError } from "./query-error.tsx";
import { Card } from "./ui/card.tsx";
import { PageHeader } from "./ui/page-header.tsx";
import { Skeleton } from "./ui/skeleton.tsx";

type UnreadyPageProps = {
  /** The kind of thing: "Domain". */
  title: string;
  back: ReactNode;
  query: Pick<UseQueryResult, "error" | "refetch">;
};

/** The page of one thing while it is loading, or if it could not be loaded. */
export function UnreadyPage({ title, back, query }: UnreadyPageProps) {
  return (
    <>
      <PageHeader title={title} back={back} />
      <Card>
        {query.error ? (
          <QueryError
            title={`Could not show this ${title.toLowerCase()}`}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <div aria-busy="true" className="grid gap-4 p-5">
            <Skeleton className="w-56" />
            <Skeleton className="w-40" />
            <Skeleton className="w-72" />
          </div>
        )}
      </Card>
    </>
  );
}
