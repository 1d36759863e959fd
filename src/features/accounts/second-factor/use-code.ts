import type { Database, Db } from "../../../platform/db/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { accountErrors } from "../errors.ts";
import { acceptStep, lockAuthenticator, takeRecoveryCode } from "./queries.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { openSecret } from "./seal-secret.ts";
import { stepOfCode } from "./totp.ts";

export type SecondFactorDeps = { database: Database; secrets: Pick<InstanceSecrets, "seal" | "open"> };
export type CodeKind = "totp" | "recovery";
export type TypedCode = { personId: string; code: string };

/** A mistyped code of an authenticator has digits too. */
export function kindOfCode(code: string): CodeKind {
  return /^\d{1,8}$/.test(withoutSpaces(code)) ? "totp" : "recovery";
}

/** Uses up a code of the authenticator or a recovery code. Returns false if it is not valid. */
export async function useCode(
  db: Db,
  secrets: SecondFactorDeps["secrets"],
  typed: TypedCode,
): Promise<boolean> {
  return kindOfCode(typed.code) === "totp"
    ? await useTotp(db, secrets, typed)
    : await takeRecoveryCode(db, typed.personId, hashRecoveryCode(typed.code));
}

/** Uses up a code of the authenticator. Returns false if it is not valid. */
export async function useTotp(
  db: Db,
  secrets: SecondFactorDeps["secrets"],
  { personId, code }: TypedCode,
): Promise<boolean> {
  const authenticator = await lockAuthenticator(db, personId);
  const secret = authenticator && openSecret(secrets, authenticator.secret_sealed);
  if (!authenticator || !secret) return false;
  const step = stepOfCode(secret, withoutSpaces(code), authenticator.nowMs);
  // A code that was seen over a shoulder must not be of use again (RFC 6238 §5.2).
  if (step === null || step <= authenticator.used_step) return false;
  await acceptStep(db, personId, step);
  return true;
}

/** Apps show codes in two groups, and people type them so. */
function withoutSpaces(code: string): string {
  return code.replace(/\s/g, "");
}

export function invalidCode(kind: CodeKind) {
  const message = {
    totp: "This code is not valid. It may be too old, or was used before.",
    recovery: "This recovery code is not valid. It may have been used or replaced.",
  }[kind];
  return accountErrors.invalid_code(message, { fields: [{ path: "code", message }] });
}
