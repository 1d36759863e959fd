/** Accounts and sessions for tests of other things: stored as the product stores them, without hashing a password for each. */
import { hashPassword } from "../../src/features/accounts/passwords/hash-password.ts";
import { findPersonByEmail } from "../../src/features/accounts/people/queries.ts";
import { emailKeyOf } from "../../src/features/accounts/people/read-address.ts";
import { openAccount } from "../../src/features/accounts/people/sign-up.ts";
import { sessionCookies, startSession } from "../../src/features/sessions/index.ts";
import type { TestApi } from "./api.ts";

type Instance = Pick<TestApi, "database" | "config">;

/** The password of each account that `signUp` creates. */
export const PASSWORD = "a long password";
/** One for all, because a hash takes 90 ms of processor time. */
let passwordHash: Promise<string> | null = null;
/** As requests through `app.inject()`. */
const CLIENT = { ip: "127.0.0.1", userAgent: "lightMyRequest" };

/** Creates an account with its owner, and returns the cookie of the owner's session. */
export async function signUp({ database, config }: Instance, email: string): Promise<string> {
  passwordHash ??= hashPassword(PASSWORD);
  const owner = { email, emailKey: emailKeyOf(email), name: null, passwordHash: await passwordHash };
  return cookieOf(await openAccount(database, owner, CLIENT), config);
}

/** Returns the cookie of a new session of this person. */
export async function signIn({ database, config }: Instance, email: string): Promise<string> {
  const person = await findPersonByEmail(database, emailKeyOf(email));
  if (!person) throw new Error(`no person ${email}`);
  const ids = { accountId: person.account_id, personId: person.id };
  return cookieOf(await startSession(database.db, ids, CLIENT), config);
}

function cookieOf(token: string, config: Instance["config"]): string {
  return sessionCookies(token, config)[0]?.split(";")[0] ?? "";
}
