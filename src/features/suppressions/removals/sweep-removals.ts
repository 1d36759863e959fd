import type { Database } from "../../../platform/db/index.ts";
import { deleteOld, listAbandoned } from "./queries.ts";
import { continueRemoval, turnMs } from "./run-removal.ts";

const deletedRows = 10_000;
/** For all abandoned runs together, in turns, so that none keeps the sweep from the others; the next sweep goes on. */
const patienceMs = 60_000;

/** Finishes runs whose caller left, and deletes what can no longer be run or undone. */
export async function sweepRemovals(database: Database): Promise<void> {
  const endsAt = performance.now() + patienceMs;
  const open = await listAbandoned(database.db);
  for (let next = open.shift(); next && performance.now() < endsAt; next = open.shift()) {
    const { state } = await continueRemoval(database, { accountId: next.account_id, id: next.id }, turnMs);
    if (state === "removing" || state === "restoring") open.push(next);
  }
  while (!(await deleteOld(database.db, deletedRows)));
}
