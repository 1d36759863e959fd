import type { Database, Db } from "../../../platform/db/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import type { Scope } from "../pauses/pause.ts";
import { deletePauses, upsertPause } from "../pauses/queries.ts";
import type { Given } from "./action.ts";

/** Who acts: somebody of an account on its own mail, or an operator on anybody's. */
export type Doer = { by: Actor; accountId: string; byOperator: boolean };

const auditActions = {
  pause: "queue.paused",
  hold: "queue.held",
  resume: "queue.resumed",
  retry: "queue.retried",
  purge: "queue.purged",
} as const;

/** In the doer's audit log; and in that of another account whose mail it is, without the operator's name. */
export async function remember(db: Db, given: Given & { changed: number }, doer: Doer): Promise<void> {
  const { scope, action, reason, changed } = given;
  const detail = { target: scope.target, name: scope.name, reason, changed, by_operator: doer.byOperator };
  const audit = { action: auditActions[action], keyId: null };
  const whole = doer.byOperator ? { ...detail, account_id: scope.accountId } : detail;
  await insertAuditEvent(db, { ...audit, accountId: doer.accountId, by: doer.by, detail: whole });
  if (scope.accountId === null || scope.accountId === doer.accountId) return;
  const nobody = { personId: null, keyId: null, network: null };
  await insertAuditEvent(db, { ...audit, accountId: scope.accountId, by: nobody, detail });
}

type PauseChange = Given & { action: "pause" | "hold" | "resume"; scope: Scope };

/** The pause and its trace in one commit; answers how many pauses began or ended. */
export async function changePauses({ db }: Database, given: PauseChange, doer: Doer): Promise<number> {
  const { action, scope, reason, seconds } = given;
  const { byOperator, by } = doer;
  return await db.transaction().execute(async (transaction) => {
    const changed =
      action === "resume"
        ? await deletePauses(transaction, { scope, byOperator })
        : await upsertPause(transaction, {
            scope,
            kind: action,
            reason,
            seconds,
            byOperator,
            personId: by.personId,
          });
    if (changed > 0) await remember(transaction, { ...given, changed }, doer);
    return changed;
  });
}
