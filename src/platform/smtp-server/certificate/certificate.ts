import { createPrivateKey, X509Certificate } from "node:crypto";

/** PEM: a chain that begins with our own certificate, and its private key. */
export type Certificate = { cert: string; key: string };

/**
 * Returns why this pair cannot be used, as the end of a sentence, or null. An expired certificate can be used, but few
 * clients accept it.
 */
export function errorInPair({ cert, key }: Certificate): string | null {
  try {
    const leaf = new X509Certificate(cert);
    return leaf.checkPrivateKey(createPrivateKey(key)) ? null : "the key does not belong to the certificate";
  } catch (error) {
    return `they are not a PEM certificate and its key (${(error as Error).message})`;
  }
}

export function hasExpired({ cert }: Certificate): boolean {
  return new X509Certificate(cert).validToDate.getTime() <= Date.now();
}
