/**
 * The API request log: the requests of an account's programs, for the people of the account.
 *
 * logRequestsOf (hook, after the response) → RequestLog (bounded buffer) → insertRequests (one statement per second)
 * feature.ts: the list in the dashboard, and the deletion of requests after seven days
 *
 * It is a debugging aid, not a record: it may lose rows, and requests never wait for it.
 */
export { logRequestsOf } from "./log-requests-of.ts";
