import { type Database, timeNow } from "../../../platform/db/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { findEmail } from "../../emails/index.ts";
import {
  resolveRestoredChunk,
  resolveUncertainRecipient,
  type UncertainDecision,
} from "../../recipients/index.ts";
import { queueErrors } from "../errors.ts";
import { findAccounts } from "./queries.ts";

/** `retry`: once more, at the risk of a second copy. `delivered`: a person has found out that it arrived. */
export type Resolution = "retry" | "delivered";

const DECISIONS: Record<Resolution, UncertainDecision> = {
  retry: { cause: "retryUncertain", reason: "a person decided that it is tried again" },
  delivered: { cause: "confirmDelivered", reason: "a person found out that it arrived" },
};

/** A person's decision about an uncertain recipient that is not retried. Errors: `email_not_found`, `recipient_not_uncertain`. */
export async function resolveUncertain(
  database: Database,
  given: { accountId: string; emailId: string; position: number; as: Resolution; by: Actor },
): Promise<void> {
  const { accountId, position, as, by } = given;
  const { id } = await findEmail(database, accountId, given.emailId);
  if (!(await resolveUncertainRecipient(database, { accountId, emailId: id, position }, DECISIONS[as])))
    throw queueErrors.recipient_not_uncertain(
      "Nobody waits for a decision about this recipient: it is tried again by itself, or has reached its end. See its events.",
    );
  const detail = { email_id: id, position, as };
  await insertAuditEvent(database.db, { accountId, by, action: "uncertain.resolved", keyId: null, detail });
}

/** Rows in one commit. */
const CHUNK_ROWS = 2_000;
/** At the command line of the server, where no user is signed in. */
const OPERATOR: Actor = { personId: null, keyId: null, network: null };

/** The operator's decision about all that was held because a backup was restored. Returns of how many recipients. */
export async function resolveRestored(database: Database, as: Resolution): Promise<number> {
  const before = await timeNow(database);
  const counts = new Map<string, number>();
  for (;;) {
    const accounts = await resolveRestoredChunk(database, { before, limit: CHUNK_ROWS }, DECISIONS[as]);
    if (accounts.length === 0) break;
    for (const account of accounts) counts.set(account, (counts.get(account) ?? 0) + 1);
  }
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
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
