/**
 * DKIM: RFC 6376 with relaxed canonicalisation of header and body, RSA-2048, and Ed25519 as RFC 8463 has it.
 *
 * `signMessage`: header fields → hash of the body (one pass) → a DKIM-Signature for each key, in front. The same message, keys and
 * time give the same bytes.
 * `makeSigningKey` → `keyRecordText` (what the DNS must say) → `errorInKeyRecords` (what it does say, compared)
 */
export { errorInKeyRecords, keyRecordText, type PublishedKey } from "./key-record.ts";
export { type KeyAlgorithm, makeSigningKey, readPrivateKey } from "./make-signing-key.ts";
export { type SigningKey, signMessage } from "./sign-message.ts";
