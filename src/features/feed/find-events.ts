import type { Database } from "../../platform/db/index.ts";
import type { FeedEvent } from "./feed-event.ts";
import type { ListEventsQuery, ListedEvent } from "./http/schema.ts";
import { listEvents } from "./list-events.ts";
import { readEventFilter } from "./read-filter.ts";

/** Returns events of an account, oldest first, for programs that follow them. */
export async function findEvents(database: Database, accountId: string, query: ListEventsQuery) {
  const limit = query.limit ?? 50;
  const filter = readEventFilter(query);
  const events = await listEvents(database, { accountId, filter, limit: limit + 1 });
  const page = events.slice(0, limit);
  return {
    events: page.map(presentFeedEvent),
    pagination: {
      limit,
      has_more: events.length > limit,
      // Without new events, a follower continues from the same position.
      next_cursor: page.at(-1)?.id ?? query.after ?? null,
    },
  };
}

/** Every event has the same fields; those of an email are null in events of the account. */
function presentFeedEvent({ kind, subjectId, data }: FeedEvent): ListedEvent {
  const { id, type, created_at, detail, attempt, email_id, recipient, subject, tags, metadata } = data;
  return {
    id,
    kind,
    type,
    subject_id: subjectId,
    attempt: attempt ?? null,
    created_at,
    detail,
    email_id: email_id ?? null,
    recipient: recipient ?? null,
    subject: subject ?? null,
    tags: tags ?? [],
    metadata: metadata ?? null,
  };
}
