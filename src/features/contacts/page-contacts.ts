import type { Database } from "../../platform/db/index.ts";
import { FIRST_ID, LAST_ID } from "../../platform/ids/index.ts";
import { listContacts, listNewerContacts } from "./page-queries.ts";
import type { ContactRow } from "./queries.ts";

type Page = { limit: number; after: string | null; before: string | null };

/** Returns the contacts after or before a contact of the list, newest first, for callers that page by id in both directions. */
export async function pageContacts(
  { db }: Database,
  accountId: string,
  { limit, after, before }: Page,
): Promise<{ contacts: ContactRow[]; hasMore: boolean }> {
  const all = { accountId, fromId: FIRST_ID, subscribed: null, patterns: [], properties: [] };
  const rows =
    before === null
      ? await listContacts(db, { ...all, beforeId: after ?? LAST_ID }, limit + 1)
      : await listNewerContacts(db, { accountId, thanId: before, limit: limit + 1 });
  const contacts = rows.slice(0, limit);
  return { contacts: before === null ? contacts : contacts.reverse(), hasMore: rows.length > limit };
}
