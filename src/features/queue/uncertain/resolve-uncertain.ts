import { setTimeout as sleep } from "node:timers/promises";
import { type Database, timeNow } from "../../../platform/db/index.ts";
import { type Actor, insertAuditEvent, OPERATOR } from "../../audit/index.ts";
import { findEmail } from "../../emails/index.ts";
import {
  hasRestored,
  resolveRestoredChunk,
  resolveUncertainRecipient,
  type UncertainDecision,
} from "../../recipients/index.ts";
import { queueErrors } from "../errors.ts";
import { findAccounts } from "./queries.ts";

/** `retry`: send it again, at the risk of a second copy. `delivered`: a person confirmed that it arrived. */
export type Resolution = "retry" | "delivered";

const DECISIONS: Record<Resolution, UncertainDecision> = {
  retry: { cause: "retryUncertain", reason: "a person chose to retry" },
  delivered: { cause: "confirmDelivered", reason: "a person confirmed that it arrived" },
};

/** Applies a person's decision about an uncertain recipient that is not retried. Errors: `email_not_found`, `recipient_not_uncertain`. */
export async function resolveUncertain(
  database: Database,
  decision: { accountId: string; emailId: string; position: number; as: Resolution; by: Actor },
): Promise<void> {
  const { accountId, position, as, by } = decision;
  const { id } = await findEmail(database, accountId, decision.emailId);
  if (!(await resolveUncertainRecipient(database, { accountId, emailId: id, position }, DECISIONS[as])))
    throw queueErrors.recipient_not_uncertain(
      "This recipient does not need a decision: it is retried automatically or its state is final. See its events.",
    );
  const detail = { email_id: id, position, as };
  await insertAuditEvent(database.db, { accountId, by, action: "uncertain.resolved", keyId: null, detail });
}

/** Rows per commit. */
const CHUNK_ROWS = 2_000;
/** Other decisions and late bounces hold the locks of their rows for milliseconds. */
const LOCKED_MS = 50;

/** Applies the operator's decision to all recipients held because a backup was restored. Returns their number. */
export async function resolveRestored(database: Database, as: Resolution): Promise<number> {
  const before = await timeNow(database);
  const counts = new Map<string, number>();
  try {
    for (;;) {
      const accounts = await resolveRestoredChunk(database, { before, limit: CHUNK_ROWS }, DECISIONS[as]);
      if (accounts.length === 0) {
        if (!(await hasRestored(database, before, DECISIONS[as]))) break;
        await sleep(LOCKED_MS);
      }
      for (const account of accounts) counts.set(account, (counts.get(account) ?? 0) + 1);
    }
  } finally {
    // Each chunk is committed, so the decisions before an error stay.
    for (const accountId of await findAccounts(database, [...counts.keys()])) {
      const detail = { as, recipients: counts.get(accountId) };
      await insertAuditEvent(database.db, {
        accountId,
        by: OPERATOR,
        action: "uncertain.resolved",
        keyId: null,
        detail,
      });
    }
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
