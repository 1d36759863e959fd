import type { Database, Db } from "../../../platform/db/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { removalErrors } from "../errors.ts";
import { removeChunk, restoreChunk } from "./chunks.ts";
import { presentRemoval } from "./present-removal.ts";
import { isFresh, lockRemoval, selectRemoval, setState } from "./queries.ts";
import type { Removal } from "./removal.ts";

/** Then it answers, and the caller asks it to go on: so progress can be shown, and no request takes long. */
export const turnMs = 2_000;

type Named = { accountId: string; id: string };
type Asked = Named & { by: Actor };

/**
 * Removes what the preview counted, for as long as a request may take: while the state is `removing`, the caller asks again. Asking
 * twice does no harm. Errors: `removal_not_found`, `removal_expired`, `removal_undone`.
 */
export async function runRemoval(database: Database, { by, ...named }: Asked) {
  await inTurn(database, named, async (db, removal) => {
    if (removal.state === "restoring" || removal.state === "restored")
      throw removalErrors.removal_undone("This removal was undone. Preview a new one.");
    if (removal.state !== "previewed") return;
    if (!(await isFresh(db, removal)))
      throw removalErrors.removal_expired("This preview is older than an hour. Preview the removal again.");
    await setState(db, removal, "removing");
    await audit(db, removal, { by, action: "suppressions.removed", detail: { matched: removal.matched } });
  });
  return await continueRemoval(database, named, turnMs);
}

/**
 * Suppresses again what a removal has removed, in turns, as runRemoval does. A removal that is still running stops. Errors:
 * `removal_not_found`, `removal_not_run`.
 */
export async function restoreRemoval(database: Database, { by, ...named }: Asked) {
  await inTurn(database, named, async (db, removal) => {
    if (removal.state === "previewed")
      throw removalErrors.removal_not_run("This removal was never run, so there is nothing to restore.");
    if (removal.state !== "removing" && removal.state !== "removed") return;
    await setState(db, removal, "restoring");
    await audit(db, removal, { by, action: "suppressions.restored", detail: { removed: removal.removed } });
  });
  return await continueRemoval(database, named, turnMs);
}

/** Goes on with what was begun, for so long. */
export async function continueRemoval(database: Database, named: Named, forMs: number) {
  const endsAt = performance.now() + forMs;
  while (await inTurn(database, named, takeStep)) if (performance.now() > endsAt) break;
  const removal = await selectRemoval(database.db, named);
  if (!removal) throw notFound();
  return presentRemoval(removal);
}

async function takeStep(db: Db, removal: Removal): Promise<boolean> {
  if (removal.state === "removing") return await removeChunk(db, removal);
  return removal.state === "restoring" && (await restoreChunk(db, removal));
}

/** In a transaction that has the removal to itself. */
async function inTurn<T>(
  { db: anyConnection }: Database,
  named: Named,
  work: (db: Db, removal: Removal) => Promise<T>,
): Promise<T> {
  return await anyConnection.transaction().execute(async (db) => {
    const removal = await lockRemoval(db, named);
    if (!removal) throw notFound();
    return await work(db, removal);
  });
}

type Remembered = { by: Actor; action: "suppressions.removed" | "suppressions.restored"; detail: object };

async function audit(db: Db, { account_id, id, filter }: Removal, { by, action, detail }: Remembered) {
  await insertAuditEvent(db, {
    accountId: account_id,
    by,
    action,
    keyId: null,
    detail: { removal_id: id, filter, ...detail },
  });
}

export function notFound() {
  return removalErrors.removal_not_found("This account has no such removal. Removals are kept for 30 days.");
}
