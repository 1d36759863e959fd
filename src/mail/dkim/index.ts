/**
 * DKIM: RFC 6376 with relaxed canonicalisation of header and body, RSA-2048, and Ed25519 (RFC 8463).
 *
 * `signMessage`: header fields → hash of the body (one pass) → one DKIM-Signature per key, prepended. The same message, keys
 * and time give the same bytes.
 * `makeSigningKey` → `keyRecordText` (the wanted DNS record) → `errorInKeyRecords` (compares the published one)
 */
export { errorInKeyRecords, keyRecordText, type PublishedKey } from "./key-record.ts";
export { type KeyAlgorithm, makeSigningKey, readPrivateKey } from "./make-signing-key.ts";
export { type SigningKey, signMessage } from "./sign-message.ts";
