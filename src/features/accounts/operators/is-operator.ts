import type { Database } from "../../../platform/db/index.ts";
import type { Principal } from "../../../platform/http/index.ts";
import { isNamedOperator, isOperatorAccount } from "./queries.ts";

export type OperatorPolicy = {
  /** Whether everybody of the account that the first launch made, and its keys, run the instance. */
  firstAccountOperates: boolean;
};

export type OperatorDeps = { database: Database; policies: OperatorPolicy };

/**
 * Whether somebody runs the instance: a person who was named operator on the command line, and if the policy says so everybody
 * of the first account.
 */
export async function isOperator(
  { database, policies }: OperatorDeps,
  { accountId, personId }: Pick<Principal, "accountId" | "personId">,
): Promise<boolean> {
  if (policies.firstAccountOperates && (await isOperatorAccount(database, accountId))) return true;
  return personId !== null && (await isNamedOperator(database, personId));
}
