import type { Database, Db } from "../../../platform/db/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import type { Scope } from "../pauses/pause.ts";
import { deletePauses, type ReplacedPause, upsertPause } from "../pauses/queries.ts";
import type { ActionRequest } from "./action.ts";

/** The person who acts: a user of an account on its own mail, or an operator on any account's. */
export type Doer = { by: Actor; accountId: string; byOperator: boolean };

const AUDIT_ACTIONS = {
  pause: "queue.paused",
  hold: "queue.held",
  resume: "queue.resumed",
  retry: "queue.retried",
  purge: "queue.purged",
} as const;

/** Writes to the doer's audit log, and to that of the account whose mail it is. There, the operator is not named. */
export async function recordAction(
  db: Db,
  request: ActionRequest & { changed: number },
  doer: Doer,
): Promise<void> {
  const { scope, action, reason, changed } = request;
  const detail = { target: scope.target, name: scope.name, reason, changed, by_operator: doer.byOperator };
  const audit = { action: AUDIT_ACTIONS[action], keyId: null };
  const ownDetail = doer.byOperator ? { ...detail, account_id: scope.accountId } : detail;
  await insertAuditEvent(db, { ...audit, accountId: doer.accountId, by: doer.by, detail: ownDetail });
  if (scope.accountId === null || scope.accountId === doer.accountId) return;
  const unnamed = { personId: null, keyId: null, network: null };
  await insertAuditEvent(db, { ...audit, accountId: scope.accountId, by: unnamed, detail });
}

type PauseChange = ActionRequest & { action: "pause" | "hold" | "resume"; scope: Scope };

/** Commits the pause together with its audit event. Returns the number of pauses that began or ended, and the pause that was replaced. */
export async function changePauses(
  { db }: Database,
  change: PauseChange,
  doer: Doer,
): Promise<{ changed: number; replaced: ReplacedPause | null }> {
  const { action, scope, reason, seconds } = change;
  const { byOperator, by } = doer;
  return await db.transaction().execute(async (transaction) => {
    const isResume = action === "resume";
    const changed = isResume ? await deletePauses(transaction, { scope, byOperator }) : 1;
    const replaced = isResume
      ? null
      : await upsertPause(transaction, {
          scope,
          kind: action,
          reason,
          seconds,
          byOperator,
          personId: by.personId,
        });
    if (changed > 0) await recordAction(transaction, { ...change, changed }, doer);
    return { changed, replaced };
  });
}
