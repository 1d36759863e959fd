import { randomBytes } from "node:crypto";
import type { Database } from "../../../platform/db/index.ts";
import { accountErrors } from "../errors.ts";
import { hashPassword } from "../passwords/hash-password.ts";
import { readPassword } from "../passwords/read-password.ts";
import { deleteAllSessions } from "../sessions/queries.ts";
import { findUserByEmail, updatePassword } from "./queries.ts";
import { emailKeyOf } from "./read-address.ts";

/**
 * For who runs the instance. Ends all sessions of the user. A password that was made here, not chosen, must be changed at the next
 * sign-in. Errors: `user_not_found`, `validation_failed`.
 */
export async function resetPassword(
  database: Database,
  { email, newPassword }: { email: string; newPassword?: string },
): Promise<{ password: string }> {
  const password = readPassword(newPassword ?? randomBytes(15).toString("base64url"), "newPassword");
  const user = await findUserByEmail(database, emailKeyOf(email));
  if (!user) throw accountErrors.user_not_found(`Nobody has registered as ${email}.`);
  const passwordHash = await hashPassword(password);
  const owner = { accountId: user.account_id, userId: user.id };
  await database.db.transaction().execute(async (db) => {
    await updatePassword(db, { ...owner, passwordHash, mustChangePassword: newPassword === undefined });
    await deleteAllSessions(db, owner);
  });
  return { password };
}
