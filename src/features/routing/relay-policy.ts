import type { Db } from "../../platform/db/index.ts";
import { INSTANCE_ID } from "./instance-id.ts";

/** An account that has relays and rules. The instance has relays and rules too, to which no policy applies. */
type RelayOwner = {
  /** Whether it is the account of an operator. */
  hasOperator: boolean;
};

/** The rights of an owner of relays and rules. */
export type RelayPolicy = {
  /** Whether its relays must be on the public internet: a stranger would otherwise reach our network through us. */
  guardsRelayHosts(owner: RelayOwner): boolean;
  /** Whether its rules may send mail directly, from the addresses of this machine. */
  mayUseDirect(owner: RelayOwner): boolean;
};

type Owner = { accountId: string; policies: RelayPolicy };

export async function guardsRelayHosts(db: Db, { accountId, policies }: Owner): Promise<boolean> {
  return accountId !== INSTANCE_ID && policies.guardsRelayHosts(await loadOwner(db, accountId));
}

export async function mayUseDirect(db: Db, { accountId, policies }: Owner): Promise<boolean> {
  return accountId === INSTANCE_ID || policies.mayUseDirect(await loadOwner(db, accountId));
}

async function loadOwner(db: Db, accountId: string): Promise<RelayOwner> {
  const query = db.selectFrom("operator_accounts").select("account_id").where("account_id", "=", accountId);
  return { hasOperator: (await query.executeTakeFirst()) !== undefined };
}
