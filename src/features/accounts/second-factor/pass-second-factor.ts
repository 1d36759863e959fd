import type { Db } from "../../../platform/db/index.ts";
import { insertAuditEvent } from "../../audit/index.ts";
import { guardRecoveryCodeAttempt, guardTotpAttempt } from "../../rate-limits/index.ts";
import type { Client } from "../../sessions/index.ts";
import { accountErrors, invalidCredentials } from "../errors.ts";
import { findLastAccount } from "../members/queries.ts";
import { actorOfClient } from "../people/actor-of-client.ts";
import { lockPersonWithPassword, type PersonRow } from "../people/queries.ts";
import { hasSecondFactor } from "./queries.ts";
import { type CodeKind, invalidCode, kindOfCode, type SecondFactorDeps, useCode } from "./use-code.ts";

/** A person whose password was just verified. */
type Passing = { person: PersonRow; client: Client };
/** The work that needs the second factor, in the transaction that uses up the code. `accepted`: null if the person has none. */
type Work<T> = (db: Db, accepted: CodeKind | null) => Promise<T>;

/**
 * Runs `work` if the person has no second factor or `code` is accepted, and the password has not changed since. If `work` fails, the code
 * can be used again. Errors: `code_required`, `invalid_code`, `too_many_attempts`, `invalid_credentials`.
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
    return await work(db, null);
  });
}

async function passWithCode<T>(
  { database, secrets }: SecondFactorDeps,
  { person, client, code }: Passing & { code: string },
  work: Work<T>,
): Promise<T> {
  const typed = { personId: person.id, code };
  const kind = kindOfCode(code);
  const attempt = await (kind === "totp"
    ? guardTotpAttempt(database, person.id)
    : guardRecoveryCodeAttempt(database, person.id, client.ip));
  const passed = await database.db.transaction().execute(async (db) => {
    await lockUnchanged(db, person);
    if (!(await useCode(db, secrets, typed))) return null;
    return { result: await work(db, kind) };
  });
  if (!passed) {
    if (attempt.isFirst) await recordRefusal(database.db, person.id, client);
    throw invalidCode(kind);
  }
  await attempt.succeeded();
  return passed.result;
}

/** Waits for a change of the password and for the confirmation of an authenticator: both end all sessions, but not one that starts afterwards. */
async function lockUnchanged(db: Db, person: PersonRow): Promise<void> {
  if (!(await lockPersonWithPassword(db, person))) throw invalidCredentials();
}

/** The owner of a stolen password learns of it here. Only the first of several attempts is recorded, so that they do not fill the log. */
async function recordRefusal(db: Db, personId: string, client: Client): Promise<void> {
  const accountId = await findLastAccount(db, personId);
  if (accountId === null) return;
  const by = actorOfClient(personId, client);
  await insertAuditEvent(db, { accountId, by, action: "user.code_refused", keyId: null });
}

type Owner = { accountId: string; personId: string; client: Client };

/** Shows the owner the use of a recovery code, which may be stolen. */
export async function recordAcceptedCode(
  db: Db,
  accepted: CodeKind | null,
  { accountId, personId, client }: Owner,
): Promise<void> {
  if (accepted !== "recovery") return;
  const by = actorOfClient(personId, client);
  await insertAuditEvent(db, { accountId, by, action: "user.recovery_code_used", keyId: null });
}
