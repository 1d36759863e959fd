import type { AccountDeps, Client } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { verifyPassword } from "../passwords/hash-password.ts";
import { startSession } from "../sessions/start-session.ts";
import { guardPasswordAttempt } from "../throttle/guard-attempts.ts";
import type { SignedIn } from "./present-user.ts";
import { findUserByEmail, lockUserWithPassword, type UserRow } from "./queries.ts";
import { emailKeyOf } from "./read-address.ts";

type Credentials = { email: string; password: string };

/**
 * A new session for the right password. Errors: `invalid_credentials`, the same in words and time for an unknown address and a wrong
 * password; `too_many_attempts`.
 */
export async function signIn(deps: AccountDeps, given: Credentials, client: Client): Promise<SignedIn> {
  const { database } = deps;
  const emailKey = emailKeyOf(given.email);
  const attempt = await guardPasswordAttempt(database, emailKey, client.ip);
  const user = await findUserByEmail(database, emailKey);
  const matches = await verifyPassword(user?.password_hash ?? null, given.password);
  if (!user || !matches) throw invalidCredentials();
  await attempt.succeeded();
  const token = await startSessionFor(deps, user, client);
  if (token === null) throw invalidCredentials();
  return {
    token,
    user: { email: user.email, name: user.name },
    mustChangePassword: user.must_change_password,
  };
}

/** Null when the password changed while it was being verified: such a session would outlive the change that ends all sessions. */
function startSessionFor({ database }: AccountDeps, user: UserRow, client: Client): Promise<string | null> {
  return database.db.transaction().execute(async (db) => {
    if (!(await lockUserWithPassword(db, user))) return null;
    return await startSession(db, { accountId: user.account_id, userId: user.id }, client);
  });
}

function invalidCredentials() {
  return accountErrors.invalid_credentials("The address or the password is wrong.");
}
