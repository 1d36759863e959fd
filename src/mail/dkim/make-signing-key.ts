import { createPrivateKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

export type KeyAlgorithm = "rsa" | "ed25519";

type KeyPair = {
  /** PKCS #8. */
  privateKey: Buffer;
  /** The value for `p=` of a key record. */
  publicKey: string;
};

/**
 * RFC 8301 §3.2 requires at least 1024. All verifiers accept 2048, and the record of such a key fits into a DNS reply over
 * UDP.
 */
const RSA_BITS = 2048;
const ED25519_BYTES = 32;

/** Generating an RSA key takes about 100 ms in the thread pool. */
export async function makeSigningKey(algorithm: KeyAlgorithm): Promise<KeyPair> {
  const { privateKey, publicKey } =
    algorithm === "rsa"
      ? await promisify(generateKeyPair)("rsa", { modulusLength: RSA_BITS })
      : await promisify(generateKeyPair)("ed25519", {});
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "der" }),
    publicKey: publicKeyText(algorithm, publicKey),
  };
}

/** Parsing a key costs as much as signing, so it is done once per key, not per message. */
export function readPrivateKey(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, type: "pkcs8", format: "der" });
}

function publicKeyText(algorithm: KeyAlgorithm, key: KeyObject): string {
  const spki = key.export({ type: "spki", format: "der" });
  // RFC 6376 §3.6.1: RSA as SubjectPublicKeyInfo; RFC 8463 §4: Ed25519 without ASN.1.
  return (algorithm === "rsa" ? spki : spki.subarray(-ED25519_BYTES)).toString("base64");
}
