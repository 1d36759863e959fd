import type { Database } from "../../platform/db/index.ts";
import { countUnread } from "./find-inbox.ts";
import {
  allOf,
  findDeleted,
  listCaptured,
  markAll,
  markEmails,
  setCleared,
  setDeleted,
  undoCleared,
} from "./queries.ts";

type Chosen = { accountId: string; ids: string[] };

/** Marks emails as read or unread. Ids that are not in the inbox are ignored. Returns what is unread afterwards. */
export async function markInbox(
  database: Database,
  { accountId, ids, isRead }: { accountId: string; ids: string[] | undefined; isRead: boolean },
) {
  if (ids === undefined) await markAll(database, { accountId, isRead });
  else await markEmails(database, { accountId, isRead, ids: await idsInInbox(database, { accountId, ids }) });
  return await countUnread(database, accountId);
}

/** Deletes emails from the inbox only. Ids that are not in it are ignored. Returns the deleted ids. */
export async function deleteFromInbox(database: Database, chosen: Chosen): Promise<string[]> {
  const ids = await idsInInbox(database, chosen);
  await setDeleted(database, { ...chosen, ids, isDeleted: true });
  return ids;
}

export async function clearInbox(database: Database, accountId: string): Promise<void> {
  await setCleared(database, accountId);
}

/** Restores deleted emails, or without ids what the last clearing removed. Returns the restored ids. */
export async function restoreInbox(
  database: Database,
  { accountId, ids }: { accountId: string; ids: string[] | undefined },
): Promise<string[]> {
  if (ids === undefined) {
    await undoCleared(database, accountId);
    return [];
  }
  const deleted = await findDeleted(database, { accountId, ids });
  await setDeleted(database, { accountId, ids: deleted, isDeleted: false });
  return deleted;
}

/** Returns those of the ids that are in the account's inbox. */
export async function idsInInbox(database: Database, { accountId, ids }: Chosen): Promise<string[]> {
  return (await listCaptured(database, { ...allOf(accountId), ids }, ids.length)).map(({ id }) => id);
}
