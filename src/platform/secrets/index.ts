/**
 * The instance's secrets and signatures. A master key comes from a setting or a file of the data directory. Each purpose has
 * its own derived key, so that data sealed for one purpose is invalid for another.
 *
 * keepMasterKey → openInstanceSecrets → seal, open, sign, isSigned; claimDatabase: all nodes of a database have the same key
 */
export { claimDatabase, noteKey } from "./claim-database.ts";
export { type InstanceSecrets, openInstanceSecrets } from "./instance-secrets.ts";
export { SecretKeyError } from "./secret-key-error.ts";
