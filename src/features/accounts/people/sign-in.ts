import type { Database } from "../../../platform/db/index.ts";
import { insertAuditEvent } from "../../audit/index.ts";
import { guardPasswordAttempt } from "../../rate-limits/index.ts";
import { type Client, startSession } from "../../sessions/index.ts";
import { accountErrors } from "../errors.ts";
import { enterAccount, findLastAccount } from "../members/queries.ts";
import { verifyPassword } from "../passwords/hash-password.ts";
import { checkCode, type SecondFactorDeps } from "../second-factor/check-code.ts";
import { isProtected } from "../second-factor/queries.ts";
import { actorOfClient } from "./actor-of-client.ts";
import { findPersonByEmail, lockPersonWithPassword, type PersonRow } from "./queries.ts";
import { emailKeyOf } from "./read-address.ts";

/** A person who has just signed in, and the token of the new session. */
export type SignedIn = {
  token: string;
  person: { email: string; name: string | null };
  mustChangePassword: boolean;
};

/** `code`: of the authenticator, or a recovery code. */
type Credentials = { email: string; password: string; code?: string };

/**
 * Starts a session if the password is right, and the code of the second factor if the person has one. Errors: `invalid_credentials`, with
 * the same text and timing for an unknown address and a wrong password; `code_required`; `invalid_code`; `too_many_attempts`.
 */
export async function signIn(
  deps: SecondFactorDeps,
  { email, password, code }: Credentials,
  client: Client,
): Promise<SignedIn> {
  const { database } = deps;
  const emailKey = emailKeyOf(email);
  const attempt = await guardPasswordAttempt(database, emailKey, client.ip);
  const person = await findPersonByEmail(database, emailKey);
  const matches = await verifyPassword(person?.password_hash ?? null, password);
  if (!person || !matches) throw invalidCredentials();
  // Wrong codes have a limit of their own.
  await attempt.succeeded();
  if (await isProtected(database, person.id)) await requireCode(deps, person, { code, client });
  const token = await startSessionFor(database, person, client);
  if (token === null) throw invalidCredentials();
  return {
    token,
    person: { email: person.email, name: person.name },
    mustChangePassword: person.must_change_password,
  };
}

async function requireCode(
  deps: SecondFactorDeps,
  { id: personId, account_id: accountId }: PersonRow,
  { code, client }: { code: string | undefined; client: Client },
): Promise<void> {
  if (code === undefined)
    throw accountErrors.code_required("Enter the code of your authenticator app, or a recovery code.");
  await checkCode(deps, { personId, code }, async (db, accepted) => {
    if (accepted === "totp") return;
    const by = actorOfClient(personId, client);
    await insertAuditEvent(db, { accountId, by, action: "user.recovery_code_used", keyId: null });
  });
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
