/**
 * The instance's secrets and signatures. The master key comes from a setting or from a file in the data directory. Each
 * purpose has its own derived key, so that data sealed for one purpose is invalid for another.
 *
 * keepMasterKey → openInstanceSecrets → seal, open, sign, isSigned, signFast, isSignedFast. claimDatabase checks that all nodes of a database have
 * the same key.
 */
export { adoptKey, claimDatabase, findFingerprint, otherKey } from "./claim-database.ts";
export { type InstanceSecrets, openInstanceSecrets } from "./instance-secrets.ts";
export { findMasterKey, storeMasterKey } from "./master-key.ts";
export { SecretKeyError } from "./secret-key-error.ts";
export { ShortHmac } from "./short-hmac.ts";
