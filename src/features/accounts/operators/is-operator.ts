import type { Database } from "../../../platform/db/index.ts";
import type { Principal } from "../../../platform/http/index.ts";
import { isNamedOperator, isOperatorAccount } from "./queries.ts";

export type OperatorPolicy = {
  /** Whether the people and keys of the account that the first launch created are operators. */
  firstAccountOperates: boolean;
};

export type OperatorDeps = { database: Database; policies: OperatorPolicy };

/**
 * Whether a person is an operator of the instance. Operators are people named on the command line and, if the policy says so, all
 * people of the first account.
 */
export async function isOperator(
  { database, policies }: OperatorDeps,
  { accountId, personId }: Pick<Principal, "accountId" | "personId">,
): Promise<boolean> {
  if (policies.firstAccountOperates && (await isOperatorAccount(database, accountId))) return true;
  return personId !== null && (await isNamedOperator(database, personId));
}
