import type { Database } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { firstIdAt, isId } from "../../../platform/ids/index.ts";
import { presentAccountEvent } from "./present-email.ts";
import { listEvents } from "./queries.ts";
import type { ListEventsQuery } from "./schema.ts";

/** Returns events of an account, oldest first, for programs that follow them. */
export async function findEvents(database: Database, accountId: string, query: ListEventsQuery) {
  const limit = query.limit ?? 50;
  const rows = await listEvents(database, {
    accountId,
    emailId: query.email_id === undefined ? null : readId("email_id", query.email_id),
    type: query.type ?? null,
    afterId: later(
      query.after === undefined ? null : readId("after", query.after),
      query.since === undefined ? null : firstIdAt(new Date(query.since)),
    ),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  return {
    events: page.map(presentAccountEvent),
    pagination: {
      limit,
      has_more: rows.length > limit,
      // Without new events, a follower continues from the same position.
      next_cursor: page.at(-1)?.id ?? query.after ?? null,
    },
  };
}

function readId(path: string, text: string): string {
  if (isId(text)) return text.toLowerCase();
  const message = "is not an id";
  throw errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}

function later(a: string | null, b: string | null): string {
  const ids = [a, b, firstIdAt(new Date(0))].filter((id) => id !== null);
  return ids.sort().at(-1) as string;
}
