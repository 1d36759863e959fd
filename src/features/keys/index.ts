/**
 * API keys: the credentials of programs, with permissions and limits. `apiKeyHooks` runs before every route for programs and sets
 * `request.principal`; every query after it names the account. `KeyAuthenticator` checks keys, also those that come by SMTP. `AbuseGuard` pauses
 * a key that suddenly sends far more than before, or whose mail bounces.
 */
export { AbuseGuard } from "./abuse-guard/abuse-guard.ts";
export { apiKeyHooks } from "./auth/api-key-hooks.ts";
export { apiSecurity } from "./auth/api-security.ts";
export { type AuthenticateKey, KeyAuthenticator } from "./auth/key-authenticator.ts";
export { findSigner, signAsKey } from "./auth/key-signature.ts";
export { changeKey } from "./change-key.ts";
export { createKey } from "./create-key.ts";
export { createKeyForEmail } from "./create-key-for-email.ts";
export { keyNotFound } from "./errors.ts";
export type { KeyView } from "./http/schema.ts";
export { listKeys } from "./list-keys.ts";
export { revokeKey } from "./revoke-key.ts";
