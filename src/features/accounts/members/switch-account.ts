import type { Database } from "../../../platform/db/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { moveSession, type Session } from "../../sessions/index.ts";
import { accountErrors } from "../errors.ts";
import { enterAccount } from "./queries.ts";

/** Lets a session work in another account of its person. Error: `account_not_found`. */
export async function switchAccount({ db }: Database, session: Session, accountId: string): Promise<void> {
  const { personId } = session;
  const isMember =
    isId(accountId) &&
    (await db.transaction().execute(async (transaction) => {
      if (!(await enterAccount(transaction, { accountId, personId }))) return false;
      await moveSession(transaction, session, accountId);
      return true;
    }));
  if (!isMember) throw accountErrors.account_not_found("You are not a member of an account with this id.");
}
