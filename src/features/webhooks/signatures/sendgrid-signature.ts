import { createECDH, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from "node:crypto";
import type { SigningSecret } from "./secrets.ts";
import { secretBytes, timestampOf } from "./sign-webhook.ts";

/** The order of P-256 (SEC 2 §2.4.2). Private keys are below it. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const KEY_BYTES = 32;
/** 64 bits more than a key has, so that the remainder is as good as uniform (FIPS 186-5 A.2.1). */
const SEED_BYTES = KEY_BYTES + 8;
/** Another text would change the public keys that receivers have. */
const PURPOSE = "posthouse webhook: sendgrid signature";

/** A key of SendGrid's signatures. It signs after the previous one of its list and until this time. Null: no end. */
export type SendgridKey = { key: KeyObject; until: Date | null };

/**
 * The keys for SendGrid's signatures, in the order in which they sign. A request has room for one such signature. So the oldest key signs
 * until its secret expires, and the receiver has until then to add the next one.
 */
export function sendgridKeys(signing: readonly SigningSecret[]): SendgridKey[] {
  const keys: SendgridKey[] = [];
  for (const { secret, until } of signing.toReversed()) {
    const last = keys.at(-1)?.until;
    // A secret that expires before an older one never signs alone.
    if (last && until !== null && until <= last) continue;
    keys.push({ key: keyOf(secret), until });
  }
  return keys;
}

export function sendgridKeyAt(keys: readonly SendgridKey[], now: Date): KeyObject | null {
  return keys.find(({ until }) => until === null || until > now)?.key ?? null;
}

/** The value of `X-Twilio-Email-Event-Webhook-Signature`: ECDSA with SHA-256 of the timestamp and the body, as DER in base64. */
export function sendgridSignature(key: KeyObject, { at, body }: { at: Date; body: string }): string {
  return sign("sha256", Buffer.from(timestampOf(at) + body), key).toString("base64");
}

/** As SendGrid shows public keys: the SubjectPublicKeyInfo (RFC 5280 §4.1.2.7) as DER in base64. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ type: "spki", format: "der" }).toString("base64");
}

/** Derived from the secret, so that a rotation replaces both, and there is only one thing to keep. */
function keyOf(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync("sha256", secretBytes(secret), "", PURPOSE, SEED_BYTES));
  const scalar = (BigInt(`0x${seed.toString("hex")}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(2 * KEY_BYTES, "0"), "hex");
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(d);
  // Uncompressed: 0x04, x, y (SEC 1 §2.3.3).
  const point = ecdh.getPublicKey();
  const [x, y] = [point.subarray(1, 1 + KEY_BYTES), point.subarray(1 + KEY_BYTES)];
  const jwk = { kty: "EC", crv: "P-256", d: text(d), x: text(x), y: text(y) };
  return createPrivateKey({ format: "jwk", key: jwk });
}

function text(bytes: Buffer): string {
  return bytes.toString("base64url");
}
