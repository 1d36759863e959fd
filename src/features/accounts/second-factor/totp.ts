import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** The length of the HMAC's output, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;
/** In seconds. */
const PERIOD = 30;
/** A code of the step before or after is accepted too, because clocks differ and typing takes time (RFC 6238 §5.2). */
const WINDOW = 1;
const ISSUER = "Posthouse";

export const TOTP_CODE = /^\d{6}$/;

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
 * @param now - in milliseconds since 1970
 */
export function stepOfCode(secret: Buffer, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1_000 / PERIOD) + delta;
}

function totpOf(secret: Buffer, label = ""): TOTP {
  const bytes = new Uint8Array(secret).buffer;
  return new TOTP({ issuer: ISSUER, label, secret: new Secret({ buffer: bytes }), period: PERIOD });
}
