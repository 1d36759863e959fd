import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** The length of the HMAC's output, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** A code of the step before or after is accepted too, because clocks differ and typing takes time (RFC 6238 §5.2). */
const WINDOW_STEPS = 1;
const ISSUER = "Posthouse";

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Returns the secret as people type it (base32), and the URI that authenticator apps scan. */
export function describeSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * Returns the time step of the code, or null if it is not valid.
 *
 * @param nowMs - in milliseconds since 1970
 */
export function stepOfCode(secret: Buffer, code: string, nowMs: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(nowMs / 1_000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: Buffer, label = ""): TOTP {
  const bytes = new Uint8Array(secret).buffer;
  return new TOTP({ issuer: ISSUER, label, secret: new Secret({ buffer: bytes }), period: PERIOD_SECONDS });
}
