import type { Database } from "../../../platform/db/index.ts";
import { deleteOld, listAbandoned } from "./queries.ts";
import { continueRemoval } from "./run-removal.ts";

const deletedRows = 10_000;
/** For each abandoned run; the next sweep goes on. */
const patienceMs = 60_000;

/** Finishes runs whose caller left, and deletes what can no longer be run or undone. */
export async function sweepRemovals(database: Database): Promise<void> {
  for (const { account_id: accountId, id } of await listAbandoned(database.db))
    await continueRemoval(database, { accountId, id }, patienceMs);
  while (!(await deleteOld(database.db, deletedRows)));
}
