import { useQuery } from "@tanstack/react-query";
import type { DomainEvent } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { describeDomainEvent } from "./describe-domain-event.ts";
import { domainEventsQuery } from "./domains.ts";

type DomainEventsCardProps = {
  name: string;
  /** Reloads after each check, which can add events. */
  checkedAt: string | null;
};

export function DomainEventsCard({ name, checkedAt }: DomainEventsCardProps) {
  const query = useQuery(domainEventsQuery(name, checkedAt));
  return (
    <Card className="min-w-0">
      <CardHeader title="Activity" />
      {query.error && !query.data ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ul aria-label="Activity" aria-busy={query.isPending} className="mt-3 divide-y border-t">
          {query.data?.events.map((event) => <EventRow key={event.id} event={event} />) ?? (
            <li className="px-5 py-4">
              <Skeleton className="w-48" />
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

function EventRow({ event }: { event: DomainEvent }) {
  const { tone, title, detail } = describeDomainEvent(event);
  return (
    <li data-row="" className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-5 py-3 -outline-offset-6">
      <Badge tone={tone}>{title}</Badge>
      <span className="min-w-0 flex-1 text-[13px] break-words text-ink-soft">{detail}</span>
      <Time value={event.created_at} className="text-[13px] whitespace-nowrap text-ink-faint" />
    </li>
  );
}
