import type { Database } from "../../../platform/db/index.ts";
import { insertAuditEvent } from "../../audit/index.ts";
import { guardPasswordAttempt } from "../../rate-limits/index.ts";
import { type Client, startSession } from "../../sessions/index.ts";
import { accountErrors } from "../errors.ts";
import { enterAccount, findLastAccount } from "../members/queries.ts";
import { verifyPassword } from "../passwords/hash-password.ts";
import { actorOfClient } from "./actor-of-client.ts";
import { findPersonByEmail, lockPersonWithPassword, type PersonRow } from "./queries.ts";
import { emailKeyOf } from "./read-address.ts";

/** A person who has just signed in, and the token of the new session. */
export type SignedIn = {
  token: string;
  person: { email: string; name: string | null };
  mustChangePassword: boolean;
};

type Credentials = { email: string; password: string };

/**
 * Starts a session if the password is right. Errors: `invalid_credentials`, with the same text and timing for an unknown address and
 * a wrong password; `too_many_attempts`.
 */
export async function signIn(
  database: Database,
  { email, password }: Credentials,
  client: Client,
): Promise<SignedIn> {
  const emailKey = emailKeyOf(email);
  const attempt = await guardPasswordAttempt(database, emailKey, client.ip);
  const person = await findPersonByEmail(database, emailKey);
  const matches = await verifyPassword(person?.password_hash ?? null, password);
  if (!person || !matches) throw invalidCredentials();
  await attempt.succeeded();
  const token = await startSessionFor(database, person, client);
  if (token === null) throw invalidCredentials();
  return {
    token,
    person: { email: person.email, name: person.name },
    mustChangePassword: person.must_change_password,
  };
}

/**
 * Null if the password changed during the verification, or the person was removed from the last account. Both end all sessions, but
 * would not end one that starts afterwards.
 */
function startSessionFor(database: Database, person: PersonRow, client: Client): Promise<string | null> {
  return database.db.transaction().execute(async (db) => {
    if (!(await lockPersonWithPassword(db, person))) return null;
    const accountId = await findLastAccount(db, person.id);
    if (accountId === null) return null;
    const owner = { accountId, personId: person.id };
    await enterAccount(db, owner);
    const by = actorOfClient(owner.personId, client);
    await insertAuditEvent(db, { accountId: owner.accountId, by, action: "user.signed_in", keyId: null });
    return await startSession(db, owner, client);
  });
}

function invalidCredentials() {
  return accountErrors.invalid_credentials("The address or the password is wrong.");
}
