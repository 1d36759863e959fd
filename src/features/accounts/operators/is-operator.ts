import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Principal } from "../../../platform/http/index.ts";
import { isNamedOperator, isOperatorAccount } from "./queries.ts";

export type OperatorDeps = { database: Database; config: Pick<Config, "saas"> };

/**
 * Whether somebody runs the instance: a person who was named operator on the command line; self-hosted also everybody of the account
 * that the first launch made, and its keys.
 */
export async function isOperator(
  { database, config }: OperatorDeps,
  { accountId, personId }: Pick<Principal, "accountId" | "personId">,
): Promise<boolean> {
  if (!config.saas && (await isOperatorAccount(database, accountId))) return true;
  return personId !== null && (await isNamedOperator(database, personId));
}
