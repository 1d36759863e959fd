import { createPrivateKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

export type KeyAlgorithm = "rsa" | "ed25519";

type KeyPair = {
  /** PKCS #8. */
  privateKey: Buffer;
  /** As the `p=` of a key record has it. */
  publicKey: string;
};

/** RFC 8301 §3.2: at least 1024; 2048 is what all verifiers take and what fits into a DNS answer by UDP. */
const rsaBits = 2048;
const ed25519Bytes = 32;

/** Takes the thread pool about a tenth of a second for RSA. */
export async function makeSigningKey(algorithm: KeyAlgorithm): Promise<KeyPair> {
  const { privateKey, publicKey } =
    algorithm === "rsa"
      ? await promisify(generateKeyPair)("rsa", { modulusLength: rsaBits })
      : await promisify(generateKeyPair)("ed25519", {});
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "der" }),
    publicKey: publicKeyText(algorithm, publicKey),
  };
}

/** Parsing costs as much as signing: done once for a key, not for a message. */
export function readPrivateKey(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, type: "pkcs8", format: "der" });
}

function publicKeyText(algorithm: KeyAlgorithm, key: KeyObject): string {
  const spki = key.export({ type: "spki", format: "der" });
  // RFC 6376 §3.6.1: RSA as SubjectPublicKeyInfo; RFC 8463 §4: Ed25519 without any ASN.1 around it.
  return (algorithm === "rsa" ? spki : spki.subarray(-ed25519Bytes)).toString("base64");
}
