import type { Principal } from "../../../platform/http/index.ts";
import type { AccountDeps } from "../deps.ts";
import { isNamedOperator, isOperatorAccount } from "./queries.ts";

export type OperatorDeps = { database: AccountDeps["database"]; config: Pick<AccountDeps["config"], "saas"> };

/**
 * Whether somebody runs the instance: a user who was named operator on the command line; self-hosted also everybody of the account
 * that the first launch made, and its keys.
 */
export async function isOperator(
  { database, config }: OperatorDeps,
  { accountId, userId }: Pick<Principal, "accountId" | "userId">,
): Promise<boolean> {
  if (!config.saas && (await isOperatorAccount(database, accountId))) return true;
  return userId !== null && (await isNamedOperator(database, { accountId, userId }));
}
