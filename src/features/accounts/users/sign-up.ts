import { newId } from "../../../platform/ids/index.ts";
import type { AccountDeps, Client } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { hashPassword } from "../passwords/hash-password.ts";
import { readPassword } from "../passwords/read-password.ts";
import { readName } from "../read-name.ts";
import { startSession } from "../sessions/start-session.ts";
import { guardSignUp } from "../throttle/guard-attempts.ts";
import type { SignedIn } from "./present-user.ts";
import { findUserByEmail, insertAccountWithUser } from "./queries.ts";
import { readAddress } from "./read-address.ts";

type SignUp = { email: string; password: string; name?: string | null };

/** A new account with its first user, signed in. Errors: `signups_closed`, `validation_failed`, `too_many_attempts`, `email_taken`. */
export async function signUp(deps: AccountDeps, given: SignUp, client: Client): Promise<SignedIn> {
  const { database, config } = deps;
  if (config.signups === "closed")
    throw accountErrors.signups_closed(
      "This instance takes no registrations. Ask its administrator for an account.",
    );
  const { email, emailKey } = readAddress(given.email);
  const password = readPassword(given.password, "password");
  const name = given.name == null ? null : readName(given.name, "name");
  await guardSignUp(database, client.ip);
  if (await findUserByEmail(database, emailKey)) throw emailTaken();

  const passwordHash = await hashPassword(password);
  const owner = { accountId: newId(), userId: newId() };
  const user = { ...owner, accountName: name ?? email, email, emailKey, name, passwordHash };
  const token = await database.db
    .transaction()
    .execute(async (db) => {
      await insertAccountWithUser(db, { ...user, mustChangePassword: false });
      return await startSession(db, owner, client);
    })
    .catch((error: unknown) => {
      // Two sign-ups with one address at once: the constraint decides which came first.
      throw isTakenAddress(error) ? emailTaken() : error;
    });
  return { token, user: { email, name }, mustChangePassword: false };
}

function emailTaken() {
  return accountErrors.email_taken("Somebody has registered with this address. Sign in instead.", {
    fields: [{ path: "email", message: "is taken" }],
  });
}

function isTakenAddress(error: unknown): boolean {
  return (error as { constraint?: unknown }).constraint === "users_email_key_key";
}
