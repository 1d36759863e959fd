import type { Database, Db } from "../../../platform/db/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { guardCodeAttempt } from "../../rate-limits/index.ts";
import { accountErrors } from "../errors.ts";
import { acceptStep, lockAuthenticator, takeRecoveryCode } from "./queries.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { openSecret } from "./seal-secret.ts";
import { stepOfCode, TOTP_CODE } from "./totp.ts";

export type SecondFactorDeps = { database: Database; secrets: Pick<InstanceSecrets, "seal" | "open"> };
export type AcceptedCode = "totp" | "recovery";

/**
 * Accepts a code of the authenticator or a recovery code, each once. `inSameCommit` runs in the transaction that uses the code. Errors:
 * `invalid_code`, `too_many_attempts`.
 */
export async function checkCode<T>(
  { database, secrets }: SecondFactorDeps,
  { personId, code }: { personId: string; code: string },
  inSameCommit: (db: Db, accepted: AcceptedCode) => Promise<T>,
): Promise<T> {
  const typed = code.replace(/\s/g, "");
  const attempt = await guardCodeAttempt(database, personId);
  const result = await database.db.transaction().execute(async (db) => {
    const accepted = TOTP_CODE.test(typed)
      ? await useTotp(db, secrets, { personId, code: typed })
      : await takeRecoveryCode(db, personId, hashRecoveryCode(typed));
    if (!accepted) return null;
    return { of: await inSameCommit(db, TOTP_CODE.test(typed) ? "totp" : "recovery") };
  });
  if (result === null) throw invalidCode();
  await attempt.succeeded();
  return result.of;
}

async function useTotp(
  db: Db,
  secrets: SecondFactorDeps["secrets"],
  { personId, code }: { personId: string; code: string },
): Promise<boolean> {
  const authenticator = await lockAuthenticator(db, personId);
  const secret = authenticator && openSecret(secrets, authenticator.secret);
  if (!authenticator || !secret) return false;
  const step = stepOfCode(secret, code, authenticator.now);
  // A code that was seen over a shoulder must not be of use again (RFC 6238 §5.2).
  if (step === null || step <= authenticator.used_step) return false;
  await acceptStep(db, personId, step);
  return true;
}

function invalidCode() {
  const message = "This code is not valid. It may be too old, or was used before.";
  return accountErrors.invalid_code(message, { fields: [{ path: "code", message }] });
}
