/**
 * Accounts: tenants, the people in them, and their credentials. People have a password and a session cookie, programs an API
 * key. `requireSession` and `requireKey` are the two doors of HTTP: each sets `request.principal`, and every query behind them
 * names its account. `createAuthenticateKey` is for other doors. Guessing is counted in the database (throttle/), so that more nodes do not mean more guesses.
 */
export { apiSecurity } from "./api-security.ts";
export type { AccountDeps } from "./deps.ts";
export { type AuthenticateKey, createAuthenticateKey, type KeyAnswer } from "./doors/authenticate-key.ts";
export { refuseUnlessPermitted } from "./doors/refuse-unless-permitted.ts";
export { requireKey } from "./doors/require-key.ts";
export { createKeyForEmail } from "./keys/create-key-for-email.ts";
export { accountRoutes } from "./routes.ts";
export { requireSession } from "./sessions/require-session.ts";
export { createDefaultSender } from "./settings/default-sender.ts";
export { sweepAccounts } from "./sweep-accounts.ts";
export { defaultPasswordStands, ensureDefaultAdmin } from "./users/default-admin.ts";
export { resetPassword } from "./users/reset-password.ts";
