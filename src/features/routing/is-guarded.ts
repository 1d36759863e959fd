import type { Db } from "../../platform/db/index.ts";
import { instanceId } from "./owner.ts";

/**
 * Returns true when an owner's relays must be on the public internet, so that untrusted accounts cannot reach our network through us.
 * The instance's relays are not guarded. When self-hosted, neither are those of operators' accounts.
 */
export async function isGuarded(
  db: Db,
  { accountId, saas }: { accountId: string; saas: boolean },
): Promise<boolean> {
  if (accountId === instanceId) return false;
  if (saas) return true;
  const query = db.selectFrom("operator_accounts").select("account_id").where("account_id", "=", accountId);
  return (await query.executeTakeFirst()) === undefined;
}
