import { errors } from "../../../platform/errors/index.ts";
import type { AccountDeps, Client } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { hashPassword, verifyPassword } from "../passwords/hash-password.ts";
import { readPassword } from "../passwords/read-password.ts";
import { deleteAllSessions, type Session } from "../sessions/queries.ts";
import { startSession } from "../sessions/start-session.ts";
import { guardPasswordAttempt } from "../throttle/guard-attempts.ts";
import type { SignedIn } from "./present-user.ts";
import { findUserByEmail, updatePassword } from "./queries.ts";
import { emailKeyOf } from "./read-address.ts";

type Change = { current_password: string; new_password: string };

/** Ends every session of the user and starts one. Errors: `validation_failed`, `invalid_credentials`, `too_many_attempts`. */
export async function changePassword(
  { database }: AccountDeps,
  session: Session,
  { change, client }: { change: Change; client: Client },
): Promise<SignedIn> {
  const newPassword = readPassword(change.new_password, "new_password");
  const emailKey = emailKeyOf(session.user.email);
  const attempt = await guardPasswordAttempt(database, emailKey, client.ip);
  const user = await findUserByEmail(database, emailKey);
  const matches = await verifyPassword(user?.password_hash ?? null, change.current_password);
  if (!user || !matches) throw wrongCurrentPassword();
  await attempt.succeeded();
  if (newPassword === change.current_password.normalize("NFC")) throw sameAsBefore();

  const passwordHash = await hashPassword(newPassword);
  const owner = { accountId: session.accountId, userId: session.userId };
  const token = await database.db.transaction().execute(async (db) => {
    const onlyIfHash = user.password_hash;
    if (!(await updatePassword(db, { ...owner, passwordHash, mustChangePassword: false, onlyIfHash })))
      return null;
    await deleteAllSessions(db, owner);
    return await startSession(db, owner, client);
  });
  if (token === null) throw wrongCurrentPassword();
  return { token, user: session.user, mustChangePassword: false };
}

function wrongCurrentPassword() {
  return accountErrors.invalid_credentials("The current password is wrong.", {
    fields: [{ path: "current_password", message: "is not your current password" }],
  });
}

function sameAsBefore() {
  const message = "must differ from the current password";
  return errors.validation_failed(`The new password ${message}.`, {
    fields: [{ path: "new_password", message }],
  });
}
