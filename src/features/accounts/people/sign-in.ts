import type { Db } from "../../../platform/db/index.ts";
import { insertAuditEvent } from "../../audit/index.ts";
import { type Client, startSession } from "../../sessions/index.ts";
import { invalidCredentials } from "../errors.ts";
import { enterAccount, findLastAccount } from "../members/queries.ts";
import { passSecondFactor } from "../second-factor/pass-second-factor.ts";
import type { SecondFactorDeps } from "../second-factor/use-code.ts";
import { actorOfClient } from "./actor-of-client.ts";
import { emailKeyOf } from "./read-address.ts";
import { verifyCredentials } from "./verify-credentials.ts";

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
  const credentials = { emailKey: emailKeyOf(email), password, ip: client.ip };
  const person = await verifyCredentials(deps.database, credentials);
  if (!person) throw invalidCredentials();
  // Wrong codes have a limit of their own.
  const token = await passSecondFactor(deps, { person, code, client }, (db) =>
    startSessionOf(db, person.id, client),
  );
  return {
    token,
    person: { email: person.email, name: person.name },
    mustChangePassword: person.must_change_password,
  };
}

async function startSessionOf(db: Db, personId: string, client: Client): Promise<string> {
  const accountId = await findLastAccount(db, personId);
  // The person was removed from the last account.
  if (accountId === null) throw invalidCredentials();
  await enterAccount(db, { accountId, personId });
  const by = actorOfClient(personId, client);
  await insertAuditEvent(db, { accountId, by, action: "user.signed_in", keyId: null });
  return await startSession(db, { accountId, personId }, client);
}
