/**
 * Rate limits: how often a client may try a password or a key, and how many requests an account may make in a minute. Both are
 * counted in the database for all nodes together, so that more nodes do not allow more guesses.
 */
export {
  countRefusal,
  guardInvitation,
  guardKeyAttempt,
  guardPasswordAttempt,
  guardRecoveryCodeAttempt,
  guardSignUp,
  guardTotpAttempt,
} from "./guard-attempts.ts";
export { limitRequests, takeRequest } from "./limit-requests.ts";
export { RequestRate } from "./request-rate.ts";
