import type { Database } from "../../../platform/db/index.ts";
import { FIRST_ID, LAST_ID } from "../../../platform/ids/index.ts";
import { listEmails, listNewerIds, loadSummaries } from "./list-queries.ts";
import { presentSummary } from "./present-email.ts";

type Page = { limit: number; after: string | null; before: string | null };

/** Returns the emails after or before an email of the list, newest first, for callers that page by id in both directions. */
export async function pageEmails(database: Database, accountId: string, { limit, after, before }: Page) {
  const none = {
    ...{ statuses: [], recipientStates: [], recipient: null, senderPart: null, subjectPart: null },
    ...{ tag: null, domain: null, stream: null },
  };
  if (before === null) {
    const range = { fromId: FIRST_ID, beforeId: after ?? LAST_ID };
    const rows = await listEmails(database, { accountId, ...none, ...range }, limit + 1);
    return { emails: rows.slice(0, limit).map(presentSummary), hasMore: rows.length > limit };
  }
  const newer = await listNewerIds(database, accountId, { thanId: before, limit: limit + 1 });
  const range = { fromId: newer[0] ?? LAST_ID, beforeId: newer[limit] ?? LAST_ID };
  const rows = await listEmails(database, { accountId, ...none, ...range }, limit);
  return { emails: rows.map(presentSummary), hasMore: newer.length > limit };
}

/** Returns these emails of the account, newest first, as lists present them. */
export async function findSummaries(database: Database, accountId: string, ids: string[]) {
  return (await loadSummaries(database, accountId, ids)).map(presentSummary);
}
