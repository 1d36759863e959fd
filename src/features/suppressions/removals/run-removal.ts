import type { Database, Db } from "../../../platform/db/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { removalErrors } from "../errors.ts";
import { removeChunk, restoreChunk } from "./chunks.ts";
import { presentRemoval } from "./present-removal.ts";
import { isFresh, lockRemoval, selectRemoval, setState } from "./queries.ts";
import type { Removal } from "./removal.ts";

/** One call works for this long. Then it returns, and the caller calls again: progress is visible, and no request takes long. */
export const TURN_MS = 2_000;

type RemovalKey = { accountId: string; id: string };
type RemovalAction = RemovalKey & { by: Actor };

/**
 * Removes what the preview counted, for at most `TURN_MS`. While the state is `removing`, the caller calls again; repeated and
 * concurrent calls are safe. Errors: `removal_not_found`, `removal_expired`, `removal_undone`.
 */
export async function runRemoval(database: Database, { by, ...key }: RemovalAction) {
  await withRemovalLocked(database, key, async (db, removal) => {
    if (removal.state === "restoring" || removal.state === "restored")
      throw removalErrors.removal_undone("This removal was undone. Make a new preview.");
    if (removal.state !== "previewed") return;
    if (!(await isFresh(db, removal)))
      throw removalErrors.removal_expired("This preview is older than an hour. Make a new preview.");
    await setState(db, removal, "removing");
    await audit(db, removal, { by, action: "suppressions.removed", detail: { matched: removal.matched } });
  });
  return await continueRemoval(database, key, TURN_MS);
}

/**
 * Restores the suppressions of a removal, in steps like runRemoval. Stops a removal that is still running. Errors:
 * `removal_not_found`, `removal_not_run`.
 */
export async function restoreRemoval(database: Database, { by, ...key }: RemovalAction) {
  await withRemovalLocked(database, key, async (db, removal) => {
    if (removal.state === "previewed")
      throw removalErrors.removal_not_run("This removal was never run, so there is nothing to restore.");
    if (removal.state !== "removing" && removal.state !== "removed") return;
    await setState(db, removal, "restoring");
    await audit(db, removal, { by, action: "suppressions.restored", detail: { removed: removal.removed } });
  });
  return await continueRemoval(database, key, TURN_MS);
}

/** Continues a run or an undo for `forMs`. */
export async function continueRemoval(database: Database, key: RemovalKey, forMs: number) {
  const endsAt = performance.now() + forMs;
  while (await withRemovalLocked(database, key, takeStep)) if (performance.now() > endsAt) break;
  const removal = await selectRemoval(database.db, key);
  if (!removal) throw notFound();
  return presentRemoval(removal);
}

async function takeStep(db: Db, removal: Removal): Promise<boolean> {
  if (removal.state === "removing") return await removeChunk(db, removal);
  return removal.state === "restoring" && (await restoreChunk(db, removal));
}

/** Runs `work` in a transaction that holds the removal's lock. */
async function withRemovalLocked<T>(
  { db: anyConnection }: Database,
  key: RemovalKey,
  work: (db: Db, removal: Removal) => Promise<T>,
): Promise<T> {
  return await anyConnection.transaction().execute(async (db) => {
    const removal = await lockRemoval(db, key);
    if (!removal) throw notFound();
    return await work(db, removal);
  });
}

type AuditEntry = { by: Actor; action: "suppressions.removed" | "suppressions.restored"; detail: object };

async function audit(db: Db, { account_id, id, filter }: Removal, { by, action, detail }: AuditEntry) {
  await insertAuditEvent(db, {
    accountId: account_id,
    by,
    action,
    keyId: null,
    detail: { removal_id: id, filter, ...detail },
  });
}

export function notFound() {
  return removalErrors.removal_not_found(
    "This account has no removal with this id. Removals are kept for 30 days.",
  );
}
