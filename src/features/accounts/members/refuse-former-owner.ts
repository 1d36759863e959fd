import type { Db } from "../../../platform/db/index.ts";
import { ownersOnly } from "../../sessions/index.ts";
import { findMember } from "./queries.ts";

/**
 * Call this in a transaction that has locked the account: the role may have changed since the request was let through. Null: the operator.
 * Error: `role_not_permitted`.
 */
export async function refuseFormerOwner(
  db: Db,
  { accountId, personId }: { accountId: string; personId: string | null },
): Promise<void> {
  if (personId === null) return;
  const member = await findMember(db, { accountId, personId });
  if (member?.role !== "owner") throw ownersOnly();
}
