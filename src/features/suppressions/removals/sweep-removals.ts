import type { Database } from "../../../platform/db/index.ts";
import { deleteOld, listAbandoned } from "./queries.ts";
import { continueRemoval, TURN_MS } from "./run-removal.ts";

const DELETED_ROWS = 10_000;
/** The time for all abandoned runs together. They take turns, so that a long one does not block the rest; the next sweep continues. */
const PATIENCE_MS = 60_000;

/** Finishes runs whose caller stopped calling, and deletes removals that can no longer be run or undone. */
export async function sweepRemovals(database: Database): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  const open = await listAbandoned(database.db);
  for (let next = open.shift(); next && performance.now() < endsAt; next = open.shift()) {
    const { state } = await continueRemoval(database, { accountId: next.account_id, id: next.id }, TURN_MS);
    if (state === "removing" || state === "restoring") open.push(next);
  }
  while (!(await deleteOld(database.db, DELETED_ROWS)));
}
