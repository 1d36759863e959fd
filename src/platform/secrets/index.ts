/**
 * What an instance keeps secret, and how it knows its own signature again. One master key, from a setting or from a file of the
 * data directory; from it a key for each purpose, so that what was made for one purpose counts for nothing in another.
 *
 * keepMasterKey → openInstanceSecrets → seal, open, sign, isSigned; claimDatabase: nodes on one database have one key
 */
export { claimDatabase, noteKey } from "./claim-database.ts";
export { type InstanceSecrets, openInstanceSecrets } from "./instance-secrets.ts";
export { SecretKeyError } from "./secret-key-error.ts";
