import type { Database } from "../../../platform/db/index.ts";
import { insertAuditEvent, OPERATOR } from "../../audit/index.ts";
import { guardTotpAttempt } from "../../rate-limits/index.ts";
import { type Client, deleteAllSessions, deleteSessionsExcept, type Session } from "../../sessions/index.ts";
import { accountErrors, userNotFound } from "../errors.ts";
import { actorOfClient } from "../people/actor-of-client.ts";
import { confirmPassword } from "../people/confirm-password.ts";
import { findPersonByEmail, lockPerson } from "../people/queries.ts";
import { emailKeyOf } from "../people/read-address.ts";
import {
  deleteAuthenticator,
  hasSecondFactor,
  lockAuthenticator,
  replaceRecoveryCodes,
  upsertPendingAuthenticator,
} from "./queries.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { sealSecret } from "./seal-secret.ts";
import { describeSecret, newTotpSecret } from "./totp.ts";
import { invalidCode, type SecondFactorDeps, useTotp } from "./use-code.ts";

/** A request of a person with a session, who confirms it with the password. */
export type Confirmed = { session: Session; client: Client; password: string };

/**
 * Makes the secret of an authenticator app. It has no effect until `confirmAuthenticator`. Errors: `invalid_credentials`,
 * `too_many_attempts`, `second_factor_exists`.
 */
export async function addAuthenticator({ database, secrets }: SecondFactorDeps, confirmed: Confirmed) {
  const { session } = confirmed;
  await confirmPassword(database, confirmed);
  const secret = newTotpSecret();
  if (!(await upsertPendingAuthenticator(database, session.personId, sealSecret(secrets, secret))))
    throw accountErrors.second_factor_exists(
      "Sign-in already asks you for a code. Remove the authenticator before you add another one.",
    );
  return describeSecret(secret, session.person.email);
}

/**
 * From now on, sign-in asks for a code. Ends all other sessions of the person. Returns the recovery codes, which are not shown again.
 * Errors: `invalid_code`, `too_many_attempts`, `second_factor_exists`.
 */
export async function confirmAuthenticator(
  { database, secrets }: SecondFactorDeps,
  { session, client, code }: { session: Session; client: Client; code: string },
): Promise<string[]> {
  const { accountId, personId } = session;
  const codes = newRecoveryCodes();
  const attempt = await guardTotpAttempt(database, personId);
  const isAccepted = await database.db.transaction().execute(async (db) => {
    // A sign-in at the same time either has its session deleted below, or is asked for a code.
    await lockPerson(db, personId);
    if (await hasSecondFactor(db, personId))
      throw accountErrors.second_factor_exists("Sign-in already asks you for a code.");
    if (!(await useTotp(db, secrets, { personId, code }))) return false;
    await replaceRecoveryCodes(db, personId, codes.map(hashRecoveryCode));
    // A stranger may have signed in with the password alone.
    await deleteSessionsExcept(db, personId, session.id);
    const by = actorOfClient(personId, client);
    await insertAuditEvent(db, { accountId, by, action: "user.second_factor_added", keyId: null });
    return true;
  });
  if (!isAccepted) throw invalidCode("totp");
  await attempt.succeeded();
  return codes;
}

/** Earlier codes are no longer valid. Errors: `invalid_credentials`, `too_many_attempts`, `second_factor_not_found`. */
export async function renewRecoveryCodes(database: Database, confirmed: Confirmed): Promise<string[]> {
  const { accountId, personId } = confirmed.session;
  await confirmPassword(database, confirmed);
  const codes = newRecoveryCodes();
  await database.db.transaction().execute(async (db) => {
    // The second of two renewals at once waits, and replaces the codes of the first.
    if (!(await lockAuthenticator(db, personId))?.confirmed_at) throw notFound();
    await replaceRecoveryCodes(db, personId, codes.map(hashRecoveryCode));
    const by = actorOfClient(personId, confirmed.client);
    await insertAuditEvent(db, { accountId, by, action: "user.recovery_codes_renewed", keyId: null });
  });
  return codes;
}

/** Sign-in asks for no code any more. Errors: `invalid_credentials`, `too_many_attempts`, `second_factor_not_found`. */
export async function removeSecondFactor(database: Database, confirmed: Confirmed): Promise<void> {
  const { accountId, personId } = confirmed.session;
  await confirmPassword(database, confirmed);
  await database.db.transaction().execute(async (db) => {
    if (!(await deleteAuthenticator(db, personId))) throw notFound();
    const by = actorOfClient(personId, confirmed.client);
    await insertAuditEvent(db, { accountId, by, action: "user.second_factor_removed", keyId: null });
  });
}

/**
 * Command line only, for a person who has lost the authenticator and the recovery codes. Ends all sessions of the person. Returns false,
 * and does nothing, if the person has no second factor. Error: `user_not_found`.
 */
export async function resetSecondFactor(database: Database, email: string): Promise<boolean> {
  const person = await findPersonByEmail(database, emailKeyOf(email));
  if (!person) throw userNotFound(email);
  return await database.db.transaction().execute(async (db) => {
    if (!(await deleteAuthenticator(db, person.id))) return false;
    await deleteAllSessions(db, person.id);
    await insertAuditEvent(db, {
      accountId: person.account_id,
      by: OPERATOR,
      action: "user.second_factor_removed",
      keyId: null,
      detail: { email: person.email },
    });
    return true;
  });
}

function notFound() {
  return accountErrors.second_factor_not_found("This user has no second factor.");
}
