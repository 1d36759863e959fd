import type { Database } from "../../../platform/db/index.ts";
import { cutPage, DEFAULT_PAGE_SIZE, readPageCursor, writePageCursor } from "../../../platform/http/index.ts";
import { contactNotFound } from "../errors.ts";
import { type ContactReference, findContact } from "../queries.ts";
import { listTimeline, type TimelineRow } from "./queries.ts";

type TimelineQuery = { limit?: number | undefined; cursor?: string | undefined };

/** Returns one page of the emails and consent changes of a contact, newest first. Errors: `contact_not_found`, `validation_failed`. */
export async function findTimeline(
  database: Database,
  accountId: string,
  { reference, query }: { reference: ContactReference; query: TimelineQuery },
) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const contact = await findContact(database.db, accountId, reference);
  if (!contact) throw contactNotFound();
  const list = `timeline of ${contact.id}`;
  const rows = await listTimeline(database, {
    accountId,
    contactId: contact.id,
    addressKey: contact.email_key,
    beforeId: readPageCursor(list, accountId, query),
    limit: limit + 1,
  });
  const page = cutPage(rows, limit, ({ id }) => writePageCursor(list, accountId, id));
  return { items: page.rows.map(presentItem), pagination: page.pagination };
}

function presentItem(row: TimelineRow) {
  const { id, type, state, complained } = row;
  return {
    id,
    type,
    created_at: row.created_at.toISOString(),
    email:
      state === null
        ? null
        : {
            subject: row.subject ?? "",
            state,
            complained,
            scheduled_at: row.scheduled_at?.toISOString() ?? null,
            opened_at: row.opened_at?.toISOString() ?? null,
            clicked_at: row.clicked_at?.toISOString() ?? null,
          },
  };
}
