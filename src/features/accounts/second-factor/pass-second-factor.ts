import type { Db } from "../../../platform/db/index.ts";
import { countRefusal, guardRecoveryCodeAttempt, guardTotpAttempt } from "../../rate-limits/index.ts";
import type { Client } from "../../sessions/index.ts";
import { accountErrors, invalidCredentials } from "../errors.ts";
import { actorOfClient } from "../people/actor-of-client.ts";
import { lockPersonWithPassword, type PersonRow } from "../people/queries.ts";
import { recordPersonEvent } from "../people/record-person-event.ts";
import { hasSecondFactor } from "./queries.ts";
import { invalidCode, kindOfCode, type SecondFactorDeps, useCode } from "./use-code.ts";

/** A person whose password was just verified. */
type Passing = { person: PersonRow; client: Client };
/** The work that needs the second factor, in the transaction that uses up the code. */
type Work<T> = (db: Db) => Promise<T>;

/**
 * Runs `work` if the person has no second factor or `code` is accepted, and the password is still the one that was verified. If `work`
 * fails, the code is not used up. Errors: `code_required`, `invalid_code`, `too_many_attempts`, `invalid_credentials`.
 */
export async function passSecondFactor<T>(
  deps: SecondFactorDeps,
  { code, ...passing }: Passing & { code: string | undefined },
  work: Work<T>,
): Promise<T> {
  const isCodeChecked = code !== undefined && (await hasSecondFactor(deps.database.db, passing.person.id));
  return await (isCodeChecked
    ? passWithCode(deps, { ...passing, code }, work)
    : passWithoutCode(deps, passing, work));
}

function passWithoutCode<T>({ database }: SecondFactorDeps, { person }: Passing, work: Work<T>): Promise<T> {
  return database.db.transaction().execute(async (db) => {
    await lockUnchanged(db, person);
    if (await hasSecondFactor(db, person.id))
      throw accountErrors.code_required("Enter the code of your authenticator app, or a recovery code.");
    return await work(db);
  });
}

async function passWithCode<T>(
  { database, secrets }: SecondFactorDeps,
  { person, client, code }: Passing & { code: string },
  work: Work<T>,
): Promise<T> {
  const { id: personId } = person;
  const kind = kindOfCode(code);
  const attempt = await (kind === "totp"
    ? guardTotpAttempt(database, { personId, isConfirmed: true })
    : guardRecoveryCodeAttempt(database, personId, client.ip));
  const by = actorOfClient(personId, client);
  const passed = await database.db.transaction().execute(async (db) => {
    await lockUnchanged(db, person);
    if (!(await useCode(db, secrets, { personId, code }))) return null;
    await attempt.succeeded(db);
    // It may be stolen.
    if (kind === "recovery") await recordPersonEvent(db, personId, { by, action: "user.recovery_code_used" });
    return { result: await work(db) };
  });
  if (passed) return passed.result;
  // Shows the person that another one may know the password.
  if (await countRefusal(database, personId))
    await recordPersonEvent(database.db, personId, { by, action: "user.code_refused" });
  throw invalidCode(kind);
}

/** Waits for a password change or a confirmation in progress. They delete existing sessions, and would miss one that starts later. */
async function lockUnchanged(db: Db, person: PersonRow): Promise<void> {
  if (!(await lockPersonWithPassword(db, person))) throw invalidCredentials();
}
