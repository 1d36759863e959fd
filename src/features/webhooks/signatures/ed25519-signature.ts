import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from "node:crypto";
import { type Signer, secretBytes } from "./sign-webhook.ts";

/** Public keys begin with this (Standard Webhooks 1.0.0, "Signature scheme"). The rest is base64. */
const PUBLIC_KEY_PREFIX = "whpk_";
const KEY_BYTES = 32;
/** The DER of a private key up to its 32 bytes (RFC 8410 §7). */
const PKCS8_START = Buffer.from("302e020100300506032b657004220420", "hex");
/** Another text would change the public keys that receivers have. */
const PURPOSE = "posthouse webhook: ed25519 signature";

/** Signs with the Ed25519 key of a secret. The version of these signatures is `v1a`. */
export function ed25519SignerOf(secret: string): Signer {
  const key = keyOf(secret);
  return (text) => `v1a,${sign(null, Buffer.from(text), key).toString("base64")}`;
}

/** The public key that verifies the signatures of ed25519SignerOf. */
export function ed25519PublicKeyOf(secret: string): string {
  const spki = createPublicKey(keyOf(secret)).export({ type: "spki", format: "der" });
  // The key is at the end (RFC 8410 §4).
  return PUBLIC_KEY_PREFIX + spki.subarray(-KEY_BYTES).toString("base64");
}

/** Derived from the secret, so that a rotation replaces both, and only one of them is stored. */
function keyOf(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync("sha256", secretBytes(secret), "", PURPOSE, KEY_BYTES));
  return createPrivateKey({ key: Buffer.concat([PKCS8_START, seed]), type: "pkcs8", format: "der" });
}
