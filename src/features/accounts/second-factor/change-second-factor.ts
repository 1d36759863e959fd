import type { Database, Db } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { OPERATOR } from "../../audit/index.ts";
import { guardTotpAttempt } from "../../rate-limits/index.ts";
import {
  type Client,
  deleteAllSessions,
  deleteSessionsExcept,
  keepSession,
  type Session,
} from "../../sessions/index.ts";
import { accountErrors, userNotFound } from "../errors.ts";
import { actorOfClient } from "../people/actor-of-client.ts";
import { confirmPassword, wrongCurrentPassword } from "../people/confirm-password.ts";
import { findPersonByEmail, lockPerson, lockPersonWithPassword } from "../people/queries.ts";
import { emailKeyOf } from "../people/read-address.ts";
import { recordPersonEvent } from "../people/record-person-event.ts";
import {
  deleteAuthenticator,
  hasSecondFactor,
  lockAuthenticator,
  markConfirmed,
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
  const secret = newTotpSecret();
  await changeWithPassword(database, confirmed, async (db) => {
    if (!(await upsertPendingAuthenticator(db, session.personId, sealSecret(secrets, secret))))
      throw accountErrors.second_factor_exists(
        "Sign-in already asks you for a code. Remove the authenticator before you add another one.",
      );
  });
  return describeSecret(secret, session.person.email);
}

/**
 * Confirms the authenticator with its first code: sign-in then asks for a code. Ends all other sessions of the person. Returns the
 * recovery codes, which are not shown again. Errors: `invalid_code`, `too_many_attempts`, `second_factor_exists`, `unauthorized`.
 */
export async function confirmAuthenticator(
  { database, secrets }: SecondFactorDeps,
  { session, client, code }: { session: Session; client: Client; code: string },
): Promise<string[]> {
  const { personId } = session;
  if (await hasSecondFactor(database.db, personId)) throw alreadyConfirmed();
  const codes = newRecoveryCodes();
  const attempt = await guardTotpAttempt(database, { personId, isConfirmed: false });
  const isAccepted = await database.db.transaction().execute(async (db) => {
    // A sign-in at the same time either has its session deleted below, or is asked for a code.
    await lockPerson(db, personId);
    // A change of the password ends the sessions of a stranger, who must not confirm an app of their own then.
    if (!(await keepSession(db, personId, session.id)))
      throw errors.unauthorized("The session has ended. Sign in again.");
    if (await hasSecondFactor(db, personId)) throw alreadyConfirmed();
    if (!(await useTotp(db, secrets, { personId, code, isConfirmed: false }))) return false;
    await markConfirmed(db, personId);
    await replaceRecoveryCodes(db, personId, codes.map(hashRecoveryCode));
    // A stranger may have signed in with the password alone.
    await deleteSessionsExcept(db, personId, session.id);
    const by = actorOfClient(personId, client);
    await recordPersonEvent(db, personId, { by, action: "user.second_factor_added" });
    await attempt.succeeded(db);
    return true;
  });
  if (!isAccepted) throw invalidCode("totp");
  return codes;
}

/** Replaces the recovery codes. Errors: `invalid_credentials`, `too_many_attempts`, `second_factor_not_found`. */
export async function renewRecoveryCodes(database: Database, confirmed: Confirmed): Promise<string[]> {
  const { personId } = confirmed.session;
  const codes = newRecoveryCodes();
  await changeWithPassword(database, confirmed, async (db) => {
    // The second of two renewals at once waits, and replaces the codes of the first.
    if (!(await lockAuthenticator(db, personId))?.confirmed_at) throw notFound();
    await replaceRecoveryCodes(db, personId, codes.map(hashRecoveryCode));
    const by = actorOfClient(personId, confirmed.client);
    await recordPersonEvent(db, personId, { by, action: "user.recovery_codes_renewed" });
  });
  return codes;
}

/**
 * Removes the second factor: sign-in then needs only the password. Errors: `invalid_credentials`, `too_many_attempts`,
 * `second_factor_not_found`.
 */
export async function removeSecondFactor(database: Database, confirmed: Confirmed): Promise<void> {
  const { personId } = confirmed.session;
  await changeWithPassword(database, confirmed, async (db) => {
    if (!(await deleteAuthenticator(db, personId))) throw notFound();
    const by = actorOfClient(personId, confirmed.client);
    await recordPersonEvent(db, personId, { by, action: "user.second_factor_removed" });
  });
}

/** Runs `change` if the password is right, and still is when the change begins. */
async function changeWithPassword(
  database: Database,
  confirmed: Confirmed,
  change: (db: Db) => Promise<void>,
): Promise<void> {
  const person = await confirmPassword(database, confirmed);
  await database.db.transaction().execute(async (db) => {
    if (!(await lockPersonWithPassword(db, person))) throw wrongCurrentPassword();
    await change(db);
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
    const detail = { email: person.email };
    await recordPersonEvent(db, person.id, { by: OPERATOR, action: "user.second_factor_removed", detail });
    return true;
  });
}

function alreadyConfirmed() {
  return accountErrors.second_factor_exists("Sign-in already asks you for a code.");
}

function notFound() {
  return accountErrors.second_factor_not_found("This user has no authenticator app.");
}
