/**
 * Accounts: tenants, the people in them, and their credentials. People have a password and a session cookie, programs an API
 * key. `requireSession` and `createV1Door` are the two doors of HTTP: each sets `request.principal`, and every query behind them
 * names its account. `createAuthenticateKey` is for other doors. Guessing is counted in the database (throttle/), so that more nodes do not mean more guesses.
 */

export { networkOf } from "../../platform/network/index.ts";
export { apiSecurity } from "./api-security.ts";
export { type Actor, actorOf } from "./audit/actor.ts";
export { type AuditAction, insertAuditEvent } from "./audit/queries.ts";
export type { AccountDeps } from "./deps.ts";
export { type AuthenticateKey, createAuthenticateKey, type KeyAnswer } from "./doors/authenticate-key.ts";
export { findSigner, signAsKey } from "./doors/key-signature.ts";
export { createV1Door } from "./doors/v1-door.ts";
export { KeyBrake } from "./keys/brake/key-brake.ts";
export { changeKey } from "./keys/change-key.ts";
export { createKey } from "./keys/create-key.ts";
export { createKeyForEmail } from "./keys/create-key-for-email.ts";
export { keyNotFound } from "./keys/key-not-found.ts";
export { listKeys } from "./keys/list-keys.ts";
export { revokeKey } from "./keys/revoke-key.ts";
export { createKeyRequest, type KeyView } from "./keys/schema.ts";
export { nameOperator } from "./operators/name-operator.ts";
export { requireOperator } from "./operators/require-operator.ts";
export { accountRoutes } from "./routes.ts";
export { requireSession } from "./sessions/require-session.ts";
export { createDefaultSender } from "./settings/default-sender.ts";
export { sweepAccounts } from "./sweep-accounts.ts";
export { createTakeRequest } from "./throttle/limit-rate.ts";
export { defaultPasswordStands, ensureDefaultAdmin } from "./users/default-admin.ts";
export { resetPassword } from "./users/reset-password.ts";
export { createTellPeople, type SendNotice, type TellPeople } from "./users/tell-people.ts";
