import type { Db } from "../../platform/db/index.ts";
import { instanceId } from "./owner.ts";

/**
 * Whether the relays of an owner must be on the public internet: those of strangers, who would otherwise reach our network through
 * us. The instance's own are not guarded; self-hosted, neither are those of accounts with an operator.
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
