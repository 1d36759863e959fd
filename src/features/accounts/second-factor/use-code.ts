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

/** A mistyped app code may have more or fewer than six digits. */
export function kindOfCode(code: string): CodeKind {
  return /^\d{1,8}$/.test(withoutSeparators(code)) ? "totp" : "recovery";
}

/** Uses up a code of the confirmed authenticator, or a recovery code. Returns false if it is not valid. */
export async function useCode(
  db: Db,
  secrets: SecondFactorDeps["secrets"],
  typed: TypedCode,
): Promise<boolean> {
  return kindOfCode(typed.code) === "totp"
    ? await useTotp(db, secrets, { ...typed, isConfirmed: true })
    : await takeRecoveryCode(db, typed.personId, hashRecoveryCode(typed.code));
}

/** Uses up a code of the authenticator, which must be confirmed or must not be. Returns false if it is not valid. */
export async function useTotp(
  db: Db,
  secrets: SecondFactorDeps["secrets"],
  { personId, code, isConfirmed }: TypedCode & { isConfirmed: boolean },
): Promise<boolean> {
  const authenticator = await lockAuthenticator(db, personId);
  const secret = authenticator && openSecret(secrets, authenticator.secret_sealed);
  if (!authenticator || !secret || (authenticator.confirmed_at !== null) !== isConfirmed) return false;
  const step = stepOfCode(secret, withoutSeparators(code), authenticator.nowMs);
  // A code that was seen over a shoulder must not work again (RFC 6238 §5.2).
  if (step === null || step <= authenticator.used_step) return false;
  await acceptStep(db, personId, step);
  return true;
}

/** Apps show codes in two groups, and people type them that way. */
function withoutSeparators(code: string): string {
  return code.replace(/[\s-]/g, "");
}

export function invalidCode(kind: CodeKind) {
  const message = {
    totp: "This code is not valid. It may be too old or already used.",
    recovery: "This recovery code is not valid. It may have been used or replaced.",
  }[kind];
  return accountErrors.invalid_code(message, { fields: [{ path: "code", message }] });
}
