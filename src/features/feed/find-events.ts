import type { Database } from "../../platform/db/index.ts";
import type { FeedEvent } from "./feed-event.ts";
import type { ListEventsQuery, ListedEvent } from "./http/schema.ts";
import { listEvents, loadEndOfSettled } from "./list-events.ts";
import { loadLastEventId } from "./read-feed.ts";
import { readEventFilter } from "./read-filter.ts";

/** Returns events of an account, oldest first, for programs that follow them. */
export async function findEvents(database: Database, accountId: string, query: ListEventsQuery) {
  const limit = query.limit ?? 50;
  const filter = readEventFilter(query);
  const beforeId = await loadEndOfSettled(database);
  const events = await listEvents(database, { accountId, filter, beforeId, limit: limit + 1 });
  const page = events.slice(0, limit);
  const hasMore = events.length > limit;
  const lastMatchId = page.at(-1)?.id;
  // A follower of a rare type continues after all events that were read, or it would read them again each time. Not at the end of the
  // settled events, because that depends on what other accounts do.
  const laterId = hasMore
    ? null
    : await loadLastEventId(database, accountId, { afterId: lastMatchId ?? filter.afterId, beforeId });
  return {
    events: page.map(presentFeedEvent),
    pagination: {
      limit,
      has_more: hasMore,
      // Without new events, a follower continues from the same position.
      next_cursor: laterId ?? lastMatchId ?? query.after ?? null,
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
