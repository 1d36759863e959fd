import { useInfiniteQuery } from "@tanstack/react-query";
import type { Contact, ContactTimelineItem } from "../../../api-types.ts";
import { OlderItems } from "../../../older-items.tsx";
import { Card, CardHeader } from "../../../ui/card.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { timelineQuery } from "./timeline.ts";
import { TimelineRow } from "./timeline-row.tsx";

/** The emails that a contact got, and the changes of their consent. */
export function TimelineCard({ contact: { id, email } }: { contact: Contact }) {
  const query = useInfiniteQuery(timelineQuery(id));
  return (
    <Card className="mt-6 min-w-0">
      <CardHeader
        title="Timeline"
        actions={
          <TextLink to="/emails" search={{ to: email }}>
            Emails to this address
          </TextLink>
        }
      />
      {query.data || !query.error ? <Items items={query.data?.pages.flatMap((page) => page.items)} /> : null}
      <OlderItems query={query} />
    </Card>
  );
}

function Items({ items }: { items: ContactTimelineItem[] | undefined }) {
  if (items?.length === 0)
    return <p className="mt-3 border-t px-5 py-4 text-ink-soft">No emails or consent changes yet.</p>;
  return (
    <ol aria-label="Timeline" aria-busy={items === undefined} className="mt-3 divide-y border-t">
      {items?.map((item) => <TimelineRow key={item.id} item={item} />) ?? (
        <li className="px-5 py-4">
          <Skeleton className="w-48" />
        </li>
      )}
    </ol>
  );
}
